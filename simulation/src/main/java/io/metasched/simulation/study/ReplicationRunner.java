package io.metasched.simulation.study;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

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
    var pool =
        Executors.newFixedThreadPool(Math.min(threads, replications), ReplicationRunner::worker);
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
      throw asThrown(e.getCause());
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

  private static RuntimeException asThrown(@Nullable Throwable cause) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
  }

  private static Thread worker(Runnable work) {
    var thread = new Thread(work, "replication");
    thread.setDaemon(true);
    return thread;
  }
}
