package io.metasched.simulation.rule;

import java.util.Comparator;

/**
 * Batch job from the rows of a run, for the rule that recomputes its start.
 *
 * @param id number of the job
 * @param submit submission
 * @param logged logged submission, which may differ from {@code submit}; of the jobs submitted at
 *     one tick, the job logged first is first
 * @param processors number of processors
 * @param limitTicks maximum run time
 * @param joins tick at which it joins the queue of its cluster
 * @param start start; -1 if it never started
 * @param end end of its run
 */
public record CheckedJob(
    long id,
    long submit,
    long logged,
    int processors,
    long limitTicks,
    long joins,
    long start,
    long end) {
  static final Comparator<CheckedJob> BY_ARRIVAL =
      Comparator.comparingLong(CheckedJob::submit)
          .thenComparingLong(CheckedJob::logged)
          .thenComparingLong(CheckedJob::id);

  static final Comparator<CheckedJob> LARGEST_FIRST =
      Comparator.comparingInt((CheckedJob job) -> -job.processors()).thenComparing(BY_ARRIVAL);

  static final Comparator<CheckedJob> SHORTEST_FIRST =
      Comparator.comparingLong(CheckedJob::limitTicks).thenComparing(BY_ARRIVAL);
}
