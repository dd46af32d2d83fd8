package io.metasched.service.plan;

import io.metasched.service.book.ArrayRecord;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.ReasonCode;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Elements of arrays that may get a window in one cycle. If an array has a limit, only as many of
 * its waiting elements as may have a window in addition to those that have one. Not thread-safe.
 */
final class ArrayLimits {
  private final BookState state;
  private final TreeMap<String, TreeSet<Long>> admitted = new TreeMap<>(); // numbers by array

  ArrayLimits(BookState state) {
    this.state = state;
  }

  /** Returns whether no element of a job's array may get a further window. */
  static boolean isFull(BookState state, JobRecord job) {
    return state.arrayOf(job).filter(ArrayRecord::isFull).isPresent();
  }

  /**
   * Admits a waiting job, unless its array has no place left.
   *
   * @return whether the job is admitted, now or before
   */
  boolean admits(JobRecord job) {
    var array = state.arrayOf(job).filter(each -> each.submitted().array().most().isPresent());
    if (array.isEmpty()) {
      return true;
    }
    var numbers = admitted.computeIfAbsent(array.get().id(), id -> new TreeSet<>());
    int places = array.get().submitted().array().most().get() - array.get().jobs().active();
    return numbers.contains(job.number()) || (numbers.size() < places && numbers.add(job.number()));
  }

  /** Returns the reason of a job whose array has no place left; empty for another job. */
  static Optional<Reason> reason(BookState state, JobRecord job) {
    return state
        .arrayOf(job)
        .flatMap(
            array ->
                array
                    .submitted()
                    .array()
                    .most()
                    .map(
                        most ->
                            ReasonCode.ARRAY_LIMIT.reason(
                                "%,d of the %,d elements of its array may have a window at once"
                                    .formatted(most, array.size()))));
  }
}
