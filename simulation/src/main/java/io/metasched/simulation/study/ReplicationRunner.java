package io.metasched.simulation.study;

import io.metasched.simulation.kernel.WorkerThreads;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.function.IntConsumer;

/**
 * Runner of replications on threads of this JVM. Each replication has its own seeds and its own
 * place in the result, so the number of threads affects only the duration.
 *
 * @param runSeed seed given by the user
 * @param replications number of replications, at least 1
 * @param threads number of threads, at least 1
 */
public record ReplicationRunner(long runSeed, int replications, int threads) {

  /**
   * Runs the replications.
   *
   * @param series possible observations of each replication
   * @param done receives, on the caller's thread, the number of finished replications
   * @throws CancellationException if the caller's thread is interrupted; no replication continues
   *     then
   */
  public ObservedValues repeat(Replicable replicable, List<Series> series, IntConsumer done) {
    var rows = ObservedRows.onHeap(series, replications);
    fill(replicable, series, rows, done);
    return rows.values();
  }

  /**
   * Runs the missing replications.
   *
   * @param series possible observations of each replication, as in the rows
   * @param rows receives the observations
   * @param done receives, on the caller's thread, the number of finished replications
   * @throws CancellationException if the caller's thread is interrupted; no replication continues
   *     then
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
