package io.metasched.simulation.report;

import java.util.List;
import java.util.stream.IntStream;

/**
 * When each job of a replay ran.
 *
 * @param jobs the jobs in the order of the queue, by (submit, id)
 * @param processors size of the cluster
 * @param startTicks start of each job, -1 where it never started
 * @param mostWaiting the longest the queue has been, behind a scheduling pass
 */
@SuppressWarnings("ArrayRecordComponent") // a log has a million jobs; it is handed on, not compared
public record Schedule(List<ReplayJob> jobs, int processors, long[] startTicks, int mostWaiting) {

  /** Whether a job has started. */
  public boolean hasStarted(int job) {
    return startTicks[job] >= 0;
  }

  /** When a job that has started ended. */
  public long endTick(int job) {
    return startTicks[job] + jobs.get(job).runTicks();
  }

  /** When the last job ended; 0 where none has started. */
  public long lastEndTick() {
    return IntStream.range(0, startTicks.length)
        .filter(this::hasStarted)
        .mapToLong(this::endTick)
        .max()
        .orElse(0);
  }
}
