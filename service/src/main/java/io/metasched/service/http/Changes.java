package io.metasched.service.http;

import akka.actor.typed.ActorSystem;
import io.metasched.service.store.BookKeeper;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Waiting requests that are completed when the book changes. */
final class Changes {
  private final BookKeeper keeper;
  private final ActorSystem<?> system;
  private final TreeMap<Long, CompletableFuture<Boolean>> waiting =
      new TreeMap<>(); // guarded by this
  private long numbers; // guarded by this

  Changes(BookKeeper keeper, ActorSystem<?> system) {
    this.keeper = keeper;
    this.system = system;
    keeper.listen(events -> wake());
  }

  private void wake() {
    List<CompletableFuture<Boolean>> woken;
    synchronized (this) {
      woken = List.copyOf(waiting.values());
      waiting.clear();
    }
    woken.forEach(each -> each.completeAsync(() -> true, system.executionContext()::execute));
  }

  /**
   * Returns a stage that completes with true if there are events after a number, or with false
   * after {@code patience}.
   */
  CompletionStage<Boolean> after(long seq, Duration patience) {
    var changed = new CompletableFuture<Boolean>();
    long number;
    synchronized (this) {
      if (keeper.state().seq() > seq) {
        return CompletableFuture.completedFuture(true);
      }
      number = numbers++;
      waiting.put(number, changed);
    }
    var timeout =
        system.scheduler().scheduleOnce(patience, () -> giveUp(number), system.executionContext());
    return changed.whenComplete((ok, error) -> timeout.cancel());
  }

  private void giveUp(long number) {
    CompletableFuture<Boolean> waited;
    synchronized (this) {
      waited = waiting.remove(number);
    }
    if (waited != null) {
      waited.complete(false);
    }
  }
}
