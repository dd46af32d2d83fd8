package io.metasched.simulation.study;

import io.metasched.simulation.kernel.WorkerThreads;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.function.IntConsumer;

/**
 * Runs replications on threads of this JVM. Each replication has its own seeds and its own place in
 * the result, so the number of threads changes nothing but the time it takes.
 *
 * @param runSeed the seed the user gave
 * @param replications how many, at least 1
 * @param threads on how many threads, at least 1
 */
public record ReplicationRunner(long runSeed, int replications, int threads) {

  /**
   * Runs the replications.
   *
   * @param series what each replication may observe
   * @param done is notified, on the caller's thread, of how many replications are done
   * @throws CancellationException when the caller's thread is interrupted; nothing runs on then
   */
  public ObservedValues repeat(Replicable replicable, List<Series> series, IntConsumer done) {
    var rows = ObservedRows.onHeap(series, replications);
    fill(replicable, series, rows, done);
    return rows.values();
  }

  /**
   * Runs the replications that are missing.
   *
   * @param series what each replication may observe, as in the rows
   * @param rows takes the observations
   * @param done is notified, on the caller's thread, of the number of replications that are done
   * @throws CancellationException if the caller's thread is interrupted; nothing runs on then
   */
  public void fill(
      Replicable replicable, List<Series> series, ObservedRows rows, IntConsumer done) {
    var index = new SeriesIndex(series);
    int[] missing = rows.missing();
    var pool = WorkerThreads.pool("replication", Math.max(1, Math.min(threads, missing.length)));
    try {
      var finished = new ExecutorCompletionService<ObservedRow>(pool);
      int submitted = 0;
      for (int taken = 0; taken < missing.length; taken++) {
        for (; submitted < Math.min(taken + 2 * threads, missing.length); submitted++) {
          var replication = new Replication(runSeed, missing[submitted]);
          finished.submit(() -> ObservedRow.of(replicable, index, replication));
        }
        rows.take(finished.take().get());
        done.accept(rows.count());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    } catch (ExecutionException e) {
      throw WorkerThreads.thrown(e);
    } finally {
      pool.shutdownNow();
    }
  }
}
