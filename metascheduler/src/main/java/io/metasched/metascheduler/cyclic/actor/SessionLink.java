package io.metasched.metascheduler.cyclic.actor;

import akka.actor.typed.ActorRef;
import io.metasched.resource.fanout.DomainLink;
import io.metasched.resource.fanout.SlotQueryResult;
import io.metasched.resource.owner.CommandId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Connection to the domains for a policy that plans on its own thread. Calls block until the
 * session has answered; planning therefore has its own dispatcher.
 *
 * @param id first of the session's command ids
 * @param session actor of the session of the plan
 * @param deadline time after which the session times out
 * @param over completed when the session ends
 * @param asked counter of the questions, one for each domain that is asked
 */
public record SessionLink(
    CommandId id,
    ActorRef<CycleSession.Command> session,
    Duration deadline,
    CompletableFuture<@Nullable Void> over,
    LongAdder asked)
    implements DomainLink {

  /**
   * @throws SessionFailedException if a domain does not answer correctly, the session has ended or
   *     the thread is interrupted
   */
  @Override
  public List<SlotQueryResult> ask(List<Addressed> questions) {
    requireOpen();
    var answers = new CompletableFuture<List<SlotQueryResult>>();
    session.tell(new CycleSession.Ask(id, questions, answers));
    asked.add(questions.size());
    try {
      CompletableFuture.anyOf(answers, over).get(deadline.toMillis(), TimeUnit.MILLISECONDS);
      if (!answers.isDone()) {
        requireOpen();
      }
      return answers.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SessionFailedException("interrupted", e);
    } catch (TimeoutException e) {
      throw new SessionFailedException("the session with the domains has timed out", e);
    } catch (ExecutionException e) {
      var cause = e.getCause() == null ? e : e.getCause();
      throw new SessionFailedException(String.valueOf(cause.getMessage()), e);
    }
  }

  private void requireOpen() {
    if (over.isDone()) {
      throw new SessionFailedException("the session with the domains has ended");
    }
  }
}
