package io.metasched.service.plan;

import io.metasched.service.book.BookState;
import io.metasched.service.book.DrainMode;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.PartRecord.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The start of a job with several parts: all of them start at the booked instant, or none is left.
 * Parts are prepared shortly before; once all are ready the book decides that they start, and once
 * the time to get ready is over, that they do not. Where one is refused or lost, all others are
 * cancelled.
 *
 * <p>Pure: from the book, from what machines have reported and from the time follow the orders,
 * each of which is repeated until a report answers it. So it makes no difference whether orders and
 * reports get lost or come twice, or whether the one who gives them is another than before.
 */
public final class CoallocatedStart {
  /** After this time orders that were not answered are repeated. */
  static final long REPEAT_MILLIS = 2000;

  private CoallocatedStart() {}

  /** What a part is ordered to do. */
  public enum Order {
    PREPARE,
    START,
    CANCEL
  }

  /**
   * An order for a part.
   *
   * @param why it is cancelled; empty for other orders
   */
  public record PartOrder(Order order, int part, String why) {}

  /** What the book is to decide now. */
  public enum Decision {
    /** Nothing. */
    NONE,
    /** That all parts start. */
    START_ALL,
    /** That none does, as some are not ready in time. */
    START_NONE
  }

  /**
   * What follows.
   *
   * @param lookAgainMillis when to look at it again, by the clock; empty if nothing more becomes of
   *     it
   */
  public record Orders(List<PartOrder> parts, Decision decision, OptionalLong lookAgainMillis) {
    public Orders {
      parts = List.copyOf(parts);
    }

    private static Orders none() {
      return new Orders(List.of(), Decision.NONE, OptionalLong.empty());
    }

    private static Orders until(long millis, List<PartOrder> parts, Decision decision) {
      return new Orders(parts, decision, OptionalLong.of(millis));
    }
  }

  /**
   * What is known of an attempt beyond the book.
   *
   * @param prepared parts that may have been ordered to prepare
   * @param ready those of them that have reported that they are
   * @param over those that have reported their end
   */
  public record Attempt(
      String job, int attempt, Set<Integer> prepared, Set<Integer> ready, Set<Integer> over) {}

  /**
   * When machines get orders.
   *
   * @param prepareLead how long before the start of its window a part is prepared
   * @param tolerance how long after it all parts must be ready
   */
  public record Times(Duration prepareLead, Duration tolerance) {}

  /** Returns the orders for the parts of an attempt, at a time by the clock. */
  public static Orders orders(BookState state, Attempt one, Times times, long nowMillis) {
    var job = state.job(one.job());
    if (job.isEmpty()) {
      return Orders.none(); // it was over long ago, and its machines have reported nothing since
    } else if (job.get().attempt() != one.attempt() || job.get().state().isFinal()) {
      return forget(one, nowMillis);
    } else if (job.get().state() == JobState.BOOKED) {
      return prepare(state, job.get(), one, times, nowMillis);
    }
    return run(state, job.get(), nowMillis);
  }

  /** Machines that have prepared what is not to start any more are to forget it. */
  private static Orders forget(Attempt one, long now) {
    var orders = new ArrayList<PartOrder>();
    for (int part : one.prepared()) {
      if (!one.over().contains(part)) {
        orders.add(new PartOrder(Order.CANCEL, part, "the job is over"));
      }
    }
    return orders.isEmpty()
        ? Orders.none()
        : Orders.until(now + REPEAT_MILLIS, orders, Decision.NONE);
  }

  private static Orders prepare(
      BookState state, JobRecord job, Attempt one, Times times, long now) {
    long start = state.ticks().instant(job.window().orElseThrow().start()).toEpochMilli();
    long prepareAt = start - times.prepareLead().toMillis();
    long last = start + times.tolerance().toMillis();
    int parts = job.parts().size();
    if (now < prepareAt) {
      return Orders.until(prepareAt, List.of(), Decision.NONE);
    } else if (one.ready().size() == parts) {
      return Orders.until(now + REPEAT_MILLIS, List.of(), Decision.START_ALL);
    } else if (now > last) {
      return Orders.until(now + REPEAT_MILLIS, List.of(), Decision.START_NONE);
    }
    var orders = new ArrayList<PartOrder>();
    for (int part = 0; part < parts; part++) {
      if (!one.ready().contains(part)) {
        orders.add(new PartOrder(Order.PREPARE, part, ""));
      }
    }
    return Orders.until(Math.min(now + REPEAT_MILLIS, last + 1), orders, Decision.NONE);
  }

  /** It has been decided that all start: each gets the order, unless the job is to end. */
  private static Orders run(BookState state, JobRecord job, long now) {
    boolean broken =
        job.parts().stream()
            .anyMatch(part -> part.stage() == Stage.REFUSED || part.stage() == Stage.LOST);
    var why =
        broken
            ? "another part cannot run"
            : isDrainedNow(state, job)
                ? "a node of the job is drained"
                : job.cancelAsked() ? "the job was cancelled" : "";
    var orders = new ArrayList<PartOrder>();
    for (int part = 0; part < job.parts().size(); part++) {
      var stage = job.parts().get(part).stage();
      if (!stage.isFinal() && !why.isEmpty()) {
        orders.add(new PartOrder(Order.CANCEL, part, why));
      } else if (stage == Stage.BOOKED) {
        orders.add(new PartOrder(Order.START, part, ""));
      }
    }
    return Orders.until(now + REPEAT_MILLIS, orders, Decision.NONE);
  }

  /** Whether an owner wants a node back on which a part has not ended. */
  private static boolean isDrainedNow(BookState state, JobRecord job) {
    return job.parts().stream()
        .filter(part -> !part.stage().isFinal())
        .flatMap(part -> state.drain(part.node()).stream())
        .anyMatch(drain -> drain.mode() == DrainMode.NOW);
  }
}
