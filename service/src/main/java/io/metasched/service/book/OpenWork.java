package io.metasched.service.book;

import java.util.Optional;

/**
 * An index of the work that is not over. It follows from jobs and claims, and is kept beside them
 * so that it need not be searched for. Immutable.
 *
 * @param jobs that are not done, by the number of their present attempt
 * @param waiting those of them that wait for a window
 * @param movable those of them that have a window and may get an earlier one
 * @param taken the time that they and the open claims have
 */
public record OpenWork(
    SortedTree<Long, JobRecord> jobs,
    SortedTree<Long, JobRecord> waiting,
    SortedTree<Long, JobRecord> movable,
    TakenTime taken) {
  static final OpenWork NONE =
      new OpenWork(SortedTree.empty(), SortedTree.empty(), SortedTree.empty(), TakenTime.NONE);

  /** A job has changed, or is new. */
  OpenWork with(Optional<JobRecord> before, JobRecord job) {
    return new OpenWork(
        kept(jobs, job, !job.state().isFinal()),
        kept(waiting, job, job.state() == JobState.WAITING),
        kept(movable, job, job.state() == JobState.BOOKED && job.movable()),
        taken.with(before, job));
  }

  private static SortedTree<Long, JobRecord> kept(
      SortedTree<Long, JobRecord> jobs, JobRecord job, boolean isIn) {
    return isIn ? jobs.with(job.number(), job) : jobs.without(job.number());
  }

  /** A job gets another number. */
  OpenWork withoutNumber(long number) {
    return new OpenWork(
        jobs.without(number), waiting.without(number), movable.without(number), taken);
  }

  /** Claims have been made, or have ended. */
  OpenWork with(Market before, Market after) {
    return new OpenWork(jobs, waiting, movable, taken.with(before, after));
  }
}
