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
 * Coordinated start of a job with several parts: either all parts start at the booked time, or all
 * are ended. Parts are prepared shortly before the start. When all parts are ready, and the jobs on
 * which the job depends have ended, the book decides that all start. If some are not ready in time,
 * the book decides that none starts. If a part is refused or lost, all other parts are cancelled.
 *
 * <p>A pure function: the orders follow from the book, the reports of machines and the time. Each
 * order is repeated until a report answers it. Lost or repeated orders and reports, and a change of
 * the sender, therefore make no difference.
 */
public final class CoallocatedStart {
  /** Time after which unanswered orders are repeated, in milliseconds. */
  static final long REPEAT_MILLIS = 2000;

  /** Time after which a job that waits for the end of another job is checked again. */
  private static final long WAIT_MILLIS = 50;

  private CoallocatedStart() {}

  /** Order for a part. */
  public enum Order {
    PREPARE,
    START,
    CANCEL
  }

  /**
   * Order with its part.
   *
   * @param why reason for a cancellation; empty for other orders
   */
  public record PartOrder(Order order, int part, String why) {}

  /** Decision that the book must make now. */
  public enum Decision {
    /** No decision. */
    NONE,
    /** Start of all parts. */
    START_ALL,
    /** Start of no part, because some parts are not ready in time. */
    START_NONE
  }

  /**
   * Orders, and the decision of the book.
   *
   * @param lookAgainMillis wall-clock time of the next check; empty if none is needed
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
   * State of an attempt beyond the content of the book.
   *
   * @param prepared parts that may have received the order to prepare
   * @param ready parts that have reported readiness
   * @param over parts that have reported their end
   */
  public record Attempt(
      String job, int attempt, Set<Integer> prepared, Set<Integer> ready, Set<Integer> over) {}

  /**
   * Times of orders.
   *
   * @param prepareLead time before the start of a window at which its parts are prepared
   * @param tolerance time after the start of a window by which all parts must be ready
   */
  public record Times(Duration prepareLead, Duration tolerance) {}

  /** Returns the orders for the parts of an attempt at a wall-clock time. */
  public static Orders orders(BookState state, Attempt one, Times times, long nowMillis) {
    var job = state.job(one.job());
    if (job.isEmpty()) {
      return Orders.none(); // deleted long after its end; its machines have reported nothing since
    } else if (job.get().attempt() != one.attempt() || job.get().state().isFinal()) {
      return forget(one, nowMillis);
    } else if (job.get().state() == JobState.BOOKED) {
      return prepare(state, job.get(), one, times, nowMillis);
    }
    return run(state, job.get(), nowMillis);
  }

  /** Returns orders to cancel parts that are prepared but will not start. */
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
    long siteLead = SiteHoldings.leadTicks(state, job.nodes()); // a tick is a millisecond
    long prepareAt = start - times.prepareLead().toMillis() - siteLead;
    long last = start + times.tolerance().toMillis();
    int parts = job.parts().size();
    if (now < prepareAt) {
      return Orders.until(prepareAt, List.of(), Decision.NONE);
    } else if (one.ready().size() == parts && JobDependencies.mayStart(state, job)) {
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
    long again = orders.isEmpty() ? WAIT_MILLIS : REPEAT_MILLIS;
    return Orders.until(Math.min(now + again, last + 1), orders, Decision.NONE);
  }

  /** Returns an order for each part: to start, as decided, or to cancel if the job must end. */
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

  /** Returns whether a node with an unfinished part has been drained in the mode {@code NOW}. */
  private static boolean isDrainedNow(BookState state, JobRecord job) {
    return job.parts().stream()
        .filter(part -> !part.stage().isFinal())
        .flatMap(part -> state.drain(part.node()).stream())
        .anyMatch(drain -> drain.mode() == DrainMode.NOW);
  }
}
