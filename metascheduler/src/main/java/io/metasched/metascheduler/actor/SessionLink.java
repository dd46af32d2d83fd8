package io.metasched.metascheduler.actor;

import akka.actor.typed.ActorRef;
import io.metasched.resource.fanout.Answer;
import io.metasched.resource.fanout.DomainLink;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The way from a policy that plans on its own thread to the domains: it waits for the session,
 * which is why planning has a dispatcher of its own.
 *
 * @param session the session of the plan
 * @param deadline after which the session itself counts as lost
 */
record SessionLink(ActorRef<CycleSession.Command> session, Duration deadline)
    implements DomainLink {

  /**
   * @throws IllegalStateException when a domain does not answer as it should
   * @throws CancellationException when the thread is interrupted or the session closed
   */
  @Override
  public List<Answer> ask(List<Addressed> questions) {
    var answers = new CompletableFuture<List<Answer>>();
    session.tell(new CycleSession.Ask(questions, answers));
    try {
      return answers.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw cancelled("interrupted", e);
    } catch (TimeoutException e) {
      throw new IllegalStateException("the session with the domains is lost", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a search got no answer", e);
    }
  }

  private static CancellationException cancelled(String why, Exception cause) {
    var cancelled = new CancellationException(why);
    cancelled.initCause(cause);
    return cancelled;
  }
}
