package io.metasched.client;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Job, or array of jobs, as its user sees it. Times are in UTC, amounts of money have three places.
 *
 * @param id id
 * @param version number of its last change
 * @param name name
 * @param account account that pays
 * @param user user who submitted it
 * @param state state; of an array, the state of its most advanced element that is not over
 * @param reason reason of the state; not for an array
 * @param nodes number of nodes at the same time
 * @param attempt number of the attempt, from 1; 0 for an array
 * @param cancelAsked whether its cancellation was requested
 * @param labels labels
 * @param times times of its states
 * @param startsAt start of its window
 * @param cost amount charged if it is over; before that, the cost of its window
 * @param exit greatest exit status of the parts that have ended
 * @param signal name of the signal that ended it
 * @param array elements, if it is an array
 * @param window window; not in lists
 * @param money held, charged and returned money; not in lists
 */
public record Job(
    String id,
    long version,
    String name,
    String account,
    String user,
    JobState state,
    Optional<Reason> reason,
    int nodes,
    int attempt,
    boolean cancelAsked,
    Map<String, String> labels,
    Times times,
    Optional<Instant> startsAt,
    Optional<BigDecimal> cost,
    OptionalInt exit,
    Optional<String> signal,
    Optional<ArrayCounts> array,
    Optional<Window> window,
    Optional<Money> money) {

  /**
   * Times of the states of a job.
   *
   * @param submitted submission
   * @param booked latest booking
   * @param started start of the first part
   * @param ended end of the last part
   */
  public record Times(
      Instant submitted,
      Optional<Instant> booked,
      Optional<Instant> started,
      Optional<Instant> ended) {}

  /**
   * Elements of an array.
   *
   * @param indices indices, such as {@code 1-100:2,200}
   * @param size number of elements
   * @param most highest number of elements with a window at the same time
   * @param counts number of elements by state
   */
  public record ArrayCounts(
      String indices, int size, OptionalInt most, Map<String, Integer> counts) {}

  /**
   * Booked window of a job.
   *
   * @param start start of all parts
   * @param end end of the longest part
   * @param promise {@code firm} or {@code advised}, until the end of the job
   * @param parts parts, one for each node; output is read by the position of a part
   */
  public record Window(Instant start, Instant end, Optional<String> promise, List<Part> parts) {}

  /**
   * Part of a job on one node.
   *
   * @param node node
   * @param price price of a second
   * @param cost cost of the part
   * @param end end of its booked time
   * @param state booked, started, ended, refused or lost
   * @param exit exit status
   * @param signal name of the signal that ended it
   * @param cause cause of its end, such as {@code exited} or {@code time-limit}
   * @param started start of its processes
   * @param ended end of its processes
   * @param note remark of its machine
   */
  public record Part(
      String node,
      BigDecimal price,
      BigDecimal cost,
      Instant end,
      String state,
      OptionalInt exit,
      Optional<String> signal,
      Optional<String> cause,
      Optional<Instant> started,
      Optional<Instant> ended,
      Optional<String> note) {}

  /**
   * Money of a job.
   *
   * @param held held for its window
   * @param charged charged for its time
   * @param paidBack returned
   */
  public record Money(BigDecimal held, BigDecimal charged, BigDecimal paidBack) {}

  /** Returns whether the job, or each element of the array, is over. */
  public boolean isOver() {
    return state.isOver();
  }

  /** Returns whether this is an array. */
  public boolean isArray() {
    return array.isPresent();
  }
}
