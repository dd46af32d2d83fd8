package io.metasched.simulation.study;

import io.metasched.simulation.kernel.WorkerThreads;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.function.IntConsumer;

/**
 * Runs replications. Each replication has its own seeds and its own place in the result, so the
 * number of threads changes nothing but the time it takes.
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
    var index = new SeriesIndex(series);
    var observed = new Observations[replications];
    var pool = WorkerThreads.pool("replication", Math.min(threads, replications));
    try {
      var finished = new ExecutorCompletionService<Integer>(pool);
      int submitted = 0;
      for (; submitted < Math.min(2 * threads, replications); submitted++) {
        submit(finished, replicable, index, observed, submitted);
      }
      for (int count = 1; count <= replications; count++) {
        finished.take().get();
        if (submitted < replications) {
          submit(finished, replicable, index, observed, submitted++);
        }
        done.accept(count);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("interrupted");
    } catch (ExecutionException e) {
      throw WorkerThreads.thrown(e);
    } finally {
      pool.shutdownNow();
    }
    return measurements(index, observed);
  }

  private void submit(
      ExecutorCompletionService<Integer> pool,
      Replicable replicable,
      SeriesIndex index,
      Observations[] observed,
      int number) {
    var unused =
        pool.submit(
            () -> {
              var observations = new Observations(index);
              replicable.replicate(new Replication(runSeed, number), observations);
              observed[number] = observations;
              return number;
            });
  }

  private static ObservedValues measurements(SeriesIndex index, Observations[] observed) {
    var values = new double[observed.length][];
    long checked = 0;
    for (int i = 0; i < observed.length; i++) {
      values[i] = observed[i].values();
      checked += observed[i].schedulesChecked();
    }
    return new ObservedValues(index, values, checked);
  }
}
