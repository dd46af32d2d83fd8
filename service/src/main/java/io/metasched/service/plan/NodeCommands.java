package io.metasched.service.plan;

import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.DrainMode;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.ReasonCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.TreeMap;

/** Commands of owners on their nodes. The decisions follow from the book alone. */
public final class NodeCommands {
  /** Code of the reason of a job that waits again because its node was drained. */
  public static final String DRAINED = ReasonCode.NODE_DRAINED.label();

  private NodeCommands() {}

  /**
   * Drains a node. Depending on the mode, booked jobs without a start order keep their windows, or
   * return to their places in the queue with a full refund, and running jobs are ended by their
   * machines.
   *
   * @return whether anything has changed
   */
  public static BookDecision<Boolean> drain(
      BookState state, String node, DrainMode mode, String reason) {
    boolean isSame =
        state
            .drain(node)
            .filter(old -> old.mode() == mode && old.reason().equals(reason))
            .isPresent();
    if (isSame) {
      return BookDecision.none(false);
    }
    var events = new ArrayList<BookEvent>();
    events.add(new BookEvent.NodeDrained(node, mode, reason));
    if (mode != DrainMode.SELL_NOTHING) {
      for (var job : jobsOn(state, node)) {
        if (job.state().hasIdleWindow()) {
          events.add(
              new BookEvent.JobRequeued(job.id(), job.number(), DRAINED, text(node, reason)));
        }
      }
    }
    return new BookDecision<>(events, true);
  }

  /** Sets the sale policy of a node; nothing changes if this policy is in force already. */
  public static BookDecision<NodePolicy> sell(BookState state, NodePolicy policy) {
    boolean isSame =
        state.market().policies().get(policy.node()).filter(policy::equals).isPresent();
    return isSame
        ? BookDecision.none(policy)
        : BookDecision.of(new BookEvent.PolicySet(policy), policy);
  }

  /** Returns the jobs with time on a node, in order of their numbers. */
  public static Collection<JobRecord> jobsOn(BookState state, String node) {
    var jobs = new TreeMap<Long, JobRecord>();
    for (var each : state.open().taken().of(node, Long.MAX_VALUE)) {
      state.job(each.by()).ifPresent(job -> jobs.put(job.number(), job));
    }
    return jobs.values();
  }

  static String text(String node, String reason) {
    return "node %s is drained: %s".formatted(node, reason);
  }

  /**
   * Puts a drained node back on sale.
   *
   * @return whether anything has changed
   */
  public static BookDecision<Boolean> resume(BookState state, String node) {
    return state.drain(node).isPresent()
        ? BookDecision.of(new BookEvent.NodeResumed(node), true)
        : BookDecision.none(false);
  }
}
