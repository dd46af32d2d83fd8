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
 * Fair queue of work for principals, with its own threads. A limited number of pieces is in
 * progress at a time, with a share per principal. Other pieces wait in a queue per principal, and
 * the queues are served in turn. A principal with much work therefore does not block the others.
 * One more piece is admitted for administrators. Thread-safe.
 */
final class FairWork {
  private static final long IDLE_SECONDS = 10;

  private final String what;
  private final int pieces;
  private final int share;
  private final int mostWaiting;
  private final ThreadPoolExecutor threads;
  private final LinkedHashMap<String, Queue> queues = new LinkedHashMap<>(); // guarded by this
  private int working; // guarded by this

  /** Queue of a principal. */
  private static final class Queue {
    final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    final boolean isOfAdmin;
    int working;

    Queue(boolean isOfAdmin) {
      this.isOfAdmin = isOfAdmin;
    }
  }

  /**
   * Creates an empty queue.
   *
   * @param what name of the work, for messages
   * @param threads number of threads; one more thread is reserved for administrators
   * @param pieces highest number of pieces in progress, which are pieces whose results are not
   *     known yet
   * @param share highest number of pieces in progress per principal
   * @param mostWaiting highest number of waiting pieces per principal
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
   * Queues an asynchronous piece of work, which is done when its stage completes.
   *
   * @throws Problem if too many pieces of the principal wait
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
            "%d of your %s are in progress and %d wait, but at most %d may wait"
                .formatted(queue.working, what, queue.waiting.size(), mostWaiting));
      }
      queue.waiting.add(piece);
      goOn(); // within the lock: only a piece without a free place counts as waiting
    }
    return outcome;
  }

  Executor threads() {
    return threads;
  }

  /** Queues a synchronous piece of work. */
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

  /**
   * Removes and returns the next admissible piece, from the principal that was served least
   * recently.
   */
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
