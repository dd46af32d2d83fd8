package io.metasched.service.book;

import io.metasched.service.book.BookEvent.ArraySubmitted;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Array in the book: jobs with one specification, each with its own index. The members other than
 * the submission are derived from these jobs, and are stored to avoid searches. Immutable.
 *
 * @param at time of the submission
 * @param version number of the last event that changed an element
 * @param counts number of elements by state; states without elements are absent
 * @param lastEnd end of the element that ended last; empty if none has ended
 */
public record ArrayRecord(
    ArraySubmitted submitted,
    Instant at,
    long version,
    Map<JobState, Integer> counts,
    Optional<Instant> lastEnd) {

  public ArrayRecord {
    counts = Collections.unmodifiableMap(new EnumMap<>(counts));
  }

  /** Creates an array without elements, which are added later. */
  ArrayRecord(ArraySubmitted submitted, Instant at) {
    this(submitted, at, 0, new EnumMap<>(JobState.class), Optional.empty());
  }

  public String id() {
    return submitted.id();
  }

  public JobSpec spec() {
    return submitted.spec();
  }

  public int size() {
    return submitted.array().indices().size();
  }

  /** Returns the name that the idempotency key of the submission has in the book. */
  Optional<String> keyName() {
    return submitted
        .key()
        .map(key -> IdempotencyKeys.name(submitted.user(), spec().account(), key));
  }

  /** Returns the record for the idempotency key of the submission. */
  BookState.KeyRecord made() {
    return new BookState.KeyRecord(submitted.digest(), id());
  }

  /** Returns the id of the element at a place, from 0. */
  public String element(int place) {
    return JobIds.element(id(), submitted.array().indices().at(place));
  }

  /** Returns the place of an element, from 0. */
  int place(JobRecord element) {
    return submitted.array().indices().place(Integer.parseInt(JobIds.index(element.id())));
  }

  /** Returns a copy with a changed or new element. */
  ArrayRecord with(Optional<JobRecord> before, JobRecord element) {
    var others = new EnumMap<JobState, Integer>(JobState.class);
    others.putAll(counts);
    before.ifPresent(job -> others.merge(job.state(), -1, Integer::sum));
    others.merge(element.state(), 1, Integer::sum);
    others.values().removeIf(count -> count == 0);
    var end = element.times().ended().filter(own -> lastEnd.filter(own::isBefore).isEmpty());
    return new ArrayRecord(
        submitted, at, Math.max(version, element.version()), others, end.or(() -> lastEnd));
  }

  /** Returns the states of the elements. */
  public Set<JobState> states() {
    return counts.keySet();
  }

  /** Returns whether all elements have ended. */
  public boolean isOver() {
    return states().stream().allMatch(JobState::isFinal);
  }

  /** Returns whether all elements ended before an instant. */
  boolean wasOver(Instant before) {
    return isOver() && lastEnd.filter(before::isAfter).isPresent();
  }

  /** Returns the number of elements that have a window or run. */
  public int active() {
    return counts.entrySet().stream()
        .filter(each -> each.getKey() != JobState.WAITING && !each.getKey().isFinal())
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  /** Returns whether the array has a limit, and as many elements as it allows have a window. */
  public boolean isFull() {
    return submitted.array().most().filter(most -> active() >= most).isPresent();
  }

  /**
   * Returns one state for all elements: the most advanced state of the elements that have not
   * ended, or, if all have ended, {@code FINISHED} only if all have finished.
   */
  public JobState state() {
    return states().stream()
        .filter(state -> !state.isFinal())
        .reduce((earlier, later) -> later)
        .or(() -> states().stream().reduce((earlier, later) -> later))
        .orElse(JobState.WAITING);
  }
}
