package io.metasched.simulation.rule;

import java.util.Comparator;

/**
 * A batch job as the rows of a run have it, for the rule that decides its start anew.
 *
 * @param id its number
 * @param submit when it was submitted
 * @param logged when its log has it submitted, where that is another time; of jobs submitted at one
 *     tick the one logged first is first
 * @param processors how many it takes
 * @param limitTicks how long it runs at most
 * @param joins when it joins the queue of its cluster
 * @param start when it began; -1 where it never did
 * @param end when it ended
 */
public record LocalJob(
    long id,
    long submit,
    long logged,
    int processors,
    long limitTicks,
    long joins,
    long start,
    long end) {
  static final Comparator<LocalJob> BY_ARRIVAL =
      Comparator.comparingLong(LocalJob::submit)
          .thenComparingLong(LocalJob::logged)
          .thenComparingLong(LocalJob::id);

  static final Comparator<LocalJob> LARGEST_FIRST =
      Comparator.comparingInt((LocalJob job) -> -job.processors()).thenComparing(BY_ARRIVAL);

  static final Comparator<LocalJob> SHORTEST_FIRST =
      Comparator.comparingLong(LocalJob::limitTicks).thenComparing(BY_ARRIVAL);
}
