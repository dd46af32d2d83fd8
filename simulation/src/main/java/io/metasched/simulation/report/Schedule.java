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

  /** The same by (submit, id), where jobs have come in another order than they were listed in. */
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
