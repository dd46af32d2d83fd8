package io.metasched.simulation.report;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Start of each job of a replay.
 *
 * @param jobs jobs in the order of the queue, by (submit, id)
 * @param processors size of the cluster
 * @param startTicks start of each job, -1 if it never started
 * @param mostWaiting maximum length of the queue after a scheduling pass
 */
@SuppressWarnings(
    "ArrayRecordComponent") // a log has a million jobs; the array is passed on, not compared
public record Schedule(List<ReplayJob> jobs, int processors, long[] startTicks, int mostWaiting) {

  /**
   * Returns a copy sorted by (submit, id), for jobs that did not arrive in the order of the list.
   */
  public Schedule bySubmission() {
    var order = IntStream.range(0, jobs.size()).boxed().sorted(this::compare).toList();
    return new Schedule(
        order.stream().map(jobs::get).toList(),
        processors,
        order.stream().mapToLong(at -> startTicks[at]).toArray(),
        mostWaiting);
  }

  private int compare(int one, int other) {
    int bySubmit = Long.compare(jobs.get(one).submitTick(), jobs.get(other).submitTick());
    return bySubmit != 0 ? bySubmit : Long.compare(jobs.get(one).id(), jobs.get(other).id());
  }

  /** Returns whether a job has started. */
  public boolean hasStarted(int job) {
    return startTicks[job] >= 0;
  }

  /** Returns the end of a job that has started. */
  public long endTick(int job) {
    return startTicks[job] + jobs.get(job).runTicks();
  }

  /** Returns the end of the last job; 0 if none has started. */
  public long lastEndTick() {
    return IntStream.range(0, startTicks.length)
        .filter(this::hasStarted)
        .mapToLong(this::endTick)
        .max()
        .orElse(0);
  }
}
