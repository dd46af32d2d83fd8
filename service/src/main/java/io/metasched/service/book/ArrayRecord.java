package io.metasched.service.book;

import io.metasched.service.book.BookEvent.ArraySubmitted;
import java.time.Instant;
import java.util.Optional;

/**
 * Array in the book: jobs with one specification, each with its own index. Immutable.
 *
 * @param at time of the submission
 * @param jobs sums over the elements
 */
public record ArrayRecord(ArraySubmitted submitted, Instant at, JobSums jobs) {

  /** Creates an array without elements, which are added later. */
  ArrayRecord(ArraySubmitted submitted, Instant at) {
    this(submitted, at, JobSums.NONE);
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
    return new ArrayRecord(submitted, at, jobs.with(before, element));
  }

  /** Returns whether the array has a limit, and as many elements as it allows have a window. */
  public boolean isFull() {
    return submitted.array().most().filter(most -> jobs.active() >= most).isPresent();
  }
}
