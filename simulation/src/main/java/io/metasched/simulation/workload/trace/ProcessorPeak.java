package io.metasched.simulation.workload.trace;

import java.util.TreeMap;

/** Maximum number of processors that the jobs of a log had at one time. */
final class ProcessorPeak {
  private final TreeMap<Long, Long> changes = new TreeMap<>();

  /** Adds a job if it ran. Cost: O(log n). */
  void add(LoggedJob job) {
    if (job.runMilli() > 0 && job.submitMilli() >= 0 && job.processors() > 0) {
      long start = job.submitMilli() + Math.max(0, job.waitedMilli());
      changes.merge(start, (long) job.processors(), Long::sum);
      changes.merge(start + job.runMilli(), -(long) job.processors(), Long::sum);
    }
  }

  /** Returns the peak; 0 if no job ran. */
  int most() {
    long had = 0;
    long most = 0;
    for (long change : changes.values()) {
      had += change;
      most = Math.max(most, had);
    }
    return (int) Math.min(most, Integer.MAX_VALUE);
  }
}
