package io.metasched.service.book;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Bytes of the events written by requests on the last day of the book, by principal and by account.
 * Events of the service itself are not counted. Immutable.
 *
 * @param day number of the day, in UTC, counted from 1970-01-01
 * @param bytes bytes by the names of {@link #names}
 */
public record Written(long day, SortedTree<String, Long> bytes) {
  /** Value of a book in which no request has written. */
  static final Written NONE = new Written(0, SortedTree.empty());

  /** Bytes of an event's row and index entries, without its content. */
  private static final long ROW_BYTES = 200;

  private static final long DAY_SECONDS = Duration.ofDays(1).toSeconds();

  private static long day(Instant at) {
    return Math.floorDiv(at.getEpochSecond(), DAY_SECONDS);
  }

  /**
   * Returns the names under which events are counted: one for their principal, and one for each
   * account concerned.
   *
   * @param before state before the events
   */
  public static Iterable<String> names(BookState before, String principal, List<BookEvent> events) {
    var names = new TreeSet<String>();
    names.add("principal " + principal);
    for (var event : events) {
      account(before, event).ifPresent(account -> names.add("account " + account));
    }
    return names;
  }

  private static Optional<String> account(BookState before, BookEvent event) {
    Optional<String> account = Optional.empty();
    if (event instanceof BookEvent.JobSubmitted submitted) {
      account = Optional.of(submitted.spec().account());
    } else if (event instanceof BookEvent.ArraySubmitted submitted) {
      account = Optional.of(submitted.spec().account());
    } else if (event instanceof BookEvent.WorkflowSubmitted submitted) {
      account = Optional.of(submitted.workflow().account());
    } else if (event instanceof BookEvent.JobRequeued) {
      return Optional.empty(); // caused by a drain of the node, not by the account of the job
    } else if (event instanceof BookEvent.OfJob of) {
      account = before.job(of.id()).map(job -> job.spec().account());
    } else if (event instanceof BookEvent.ClaimMade made) {
      account = Optional.of(made.account());
    } else if (event instanceof BookEvent.ClaimEnded ended) {
      account = before.market().claims().get(ended.id()).map(ClaimRecord::account);
    } else if (event instanceof BookEvent.WebhookMade made) {
      account = Optional.of(made.webhook().account());
    }
    return account.filter(id -> !id.isEmpty());
  }

  /** Returns the bytes counted under a name on the day of an instant. */
  public long on(Instant now, String name) {
    return day(now) > day ? 0 : bytes.get(name).orElse(0L);
  }

  /** Returns the end of the day of an instant, at which the count restarts from 0. */
  public Instant end(Instant now) {
    return Instant.ofEpochSecond((Math.max(day, day(now)) + 1) * DAY_SECONDS);
  }

  /** Returns a copy with a further event, which is counted if a request has caused it. */
  Written with(BookState before, Recorded recorded) {
    if (recorded.request().isEmpty()) {
      return this;
    }
    long last = Math.max(day, day(recorded.at()));
    var counted = last > day ? SortedTree.<String, Long>empty() : bytes;
    long more = ROW_BYTES + BookJson.size(recorded.event());
    for (var name : names(before, recorded.by(), List.of(recorded.event()))) {
      counted = counted.with(name, counted.get(name).orElse(0L) + more);
    }
    return new Written(last, counted);
  }
}
