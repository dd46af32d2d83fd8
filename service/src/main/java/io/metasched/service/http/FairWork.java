package io.metasched.service.http;

import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.Role;
import io.metasched.service.book.TokenRecord;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Work for principals, on threads of its own: a few pieces at a time, of each principal a share of
 * them, and the others wait in a queue of their principal; these have their turns one after the
 * other. So the work of one principal, however much it is, leaves others their turns. One piece
 * more is worked on for administrators. Safe for threads.
 */
final class FairWork {
  private static final long IDLE_SECONDS = 10;

  private final String what;
  private final int pieces;
  private final int share;
  private final int mostWaiting;
  private final ThreadPoolExecutor threads;
  private final LinkedHashMap<String, Queue> queues = new LinkedHashMap<>(); // guarded by this
  private int working; // likewise

  /** The work of a principal. */
  private static final class Queue {
    final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    final boolean isOfAdmin;
    int working;

    Queue(boolean isOfAdmin) {
      this.isOfAdmin = isOfAdmin;
    }
  }

  /**
   * Work that none has asked for yet.
   *
   * @param what it is, in words
   * @param threads that it is done on; further ones are left to administrators
   * @param pieces that are worked on at a time, until their outcome is known
   * @param share of them that a principal has at most
   * @param mostWaiting pieces of a principal
   */
  FairWork(String what, int threads, int pieces, int share, int mostWaiting) {
    this.what = what;
    this.pieces = pieces;
    this.share = share;
    this.mostWaiting = mostWaiting;
    this.threads =
        new ThreadPoolExecutor(
            threads + 1,
            threads + 1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              var thread = new Thread(work, "api-" + what.replace(' ', '-'));
              thread.setDaemon(true);
              return thread;
            });
    this.threads.allowCoreThreadTimeOut(true);
  }

  /**
   * Does a piece of work in its turn; it is done once its outcome is known.
   *
   * @throws Problem where too many of its principal wait
   */
  <T> CompletionStage<T> give(TokenRecord who, Supplier<CompletionStage<T>> work) {
    var outcome = new CompletableFuture<T>();
    var principal = who.principal();
    Runnable piece =
        () ->
            begun(work)
                .whenComplete(
                    (made, error) -> {
                      over(principal);
                      if (error != null) {
                        outcome.completeExceptionally(error);
                      } else {
                        outcome.complete(made);
                      }
                    });
    synchronized (this) {
      var queue = queues.computeIfAbsent(principal, name -> new Queue(who.role() == Role.ADMIN));
      if (queue.waiting.size() >= mostWaiting) {
        throw new Problem(
            ProblemType.TOO_MANY_REQUESTS,
            "%d %s of yours are under way and %d wait, and no more than %d may wait"
                .formatted(queue.working, what, queue.waiting.size(), mostWaiting));
      }
      queue.waiting.add(piece);
      goOn(); // within the lock: only what has no free place is seen to wait
    }
    return outcome;
  }

  /** The threads that it is done on. */
  Executor threads() {
    return threads;
  }

  /** Does a piece of work that is done when it returns. */
  <T> CompletionStage<T> run(TokenRecord who, Supplier<T> work) {
    return give(who, () -> CompletableFuture.completedFuture(work.get()));
  }

  private static <T> CompletionStage<T> begun(Supplier<CompletionStage<T>> work) {
    try {
      return work.get();
    } catch (RuntimeException | StackOverflowError e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private synchronized void over(String principal) {
    working--;
    var queue = Objects.requireNonNull(queues.remove(principal));
    queue.working--;
    if (queue.working > 0 || !queue.waiting.isEmpty()) {
      queues.put(principal, queue);
    }
    goOn();
  }

  private synchronized void goOn() {
    for (var piece = next(); piece != null; piece = next()) {
      threads.execute(piece);
    }
  }

  /** The next piece that may be begun: that of the principal whose last turn was the earliest. */
  private @Nullable Runnable next() {
    for (Iterator<Map.Entry<String, Queue>> each = queues.entrySet().iterator(); each.hasNext(); ) {
      var entry = each.next();
      var queue = entry.getValue();
      boolean isFree = working < pieces || (queue.isOfAdmin && working <= pieces);
      if (isFree && queue.working < share && !queue.waiting.isEmpty()) {
        each.remove();
        queues.put(entry.getKey(), queue);
        queue.working++;
        working++;
        return queue.waiting.remove();
      }
    }
    return null;
  }
}
