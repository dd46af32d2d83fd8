package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import io.metasched.resource.fanout.Answer;
import io.metasched.resource.fanout.DomainLink;
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
 * The way from a policy that plans on its own thread to the domains: it waits for the session,
 * which is why planning has a dispatcher of its own.
 *
 * @param id the first of the session's command ids
 * @param session who keeps the session of the plan
 * @param deadline after which the session itself counts as lost
 * @param over is completed when the session ends
 * @param asked counts the questions, one for each domain that is asked
 */
public record SessionLink(
    CommandId id,
    ActorRef<CycleSession.Command> session,
    Duration deadline,
    CompletableFuture<@Nullable Void> over,
    LongAdder asked)
    implements DomainLink {

  /**
   * @throws SessionLostException when a domain does not answer as it should, the session is over or
   *     the thread is interrupted
   */
  @Override
  public List<Answer> ask(List<Addressed> questions) {
    requireOpen();
    var answers = new CompletableFuture<List<Answer>>();
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
      throw new SessionLostException("interrupted", e);
    } catch (TimeoutException e) {
      throw new SessionLostException("the session with the domains is lost", e);
    } catch (ExecutionException e) {
      var cause = e.getCause() == null ? e : e.getCause();
      throw new SessionLostException(String.valueOf(cause.getMessage()), e);
    }
  }

  private void requireOpen() {
    if (over.isDone()) {
      throw new SessionLostException("the session with the domains is over");
    }
  }
}
