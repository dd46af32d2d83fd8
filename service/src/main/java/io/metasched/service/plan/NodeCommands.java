package io.metasched.service.plan;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Decision;
import io.metasched.service.book.DrainMode;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.NodePolicy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.TreeMap;

/** What becomes of what owners ask for. All of it follows from the book alone. */
public final class NodeCommands {
  /** Why a job waits again whose node was drained. */
  public static final String DRAINED = "node-drained";

  private NodeCommands() {}

  /**
   * A node is to sell nothing. Jobs that are booked there and have not been told to start stay, or
   * wait again in their places with all their money, as the mode says; what runs is ended by its
   * machine.
   *
   * @return whether anything has changed
   */
  public static Decision<Boolean> drain(
      BookState state, String node, DrainMode mode, String reason) {
    boolean isSame =
        state
            .drain(node)
            .filter(old -> old.mode() == mode && old.reason().equals(reason))
            .isPresent();
    if (isSame) {
      return Decision.none(false);
    }
    var events = new ArrayList<BookEvent>();
    events.add(new BookEvent.NodeDrained(node, mode, reason));
    if (mode != DrainMode.SELL_NOTHING) {
      for (var job : jobsOn(state, node)) {
        if (job.state() == JobState.BOOKED) {
          events.add(
              new BookEvent.JobRequeued(job.id(), job.number(), DRAINED, text(node, reason)));
        }
      }
    }
    return new Decision<>(events, true);
  }

  /** A node is to be sold by a policy; nothing changes where its owner has set that one before. */
  public static Decision<NodePolicy> sell(BookState state, NodePolicy policy) {
    boolean isSame =
        state.market().policies().get(policy.node()).filter(policy::equals).isPresent();
    return isSame ? Decision.none(policy) : Decision.of(new BookEvent.PolicySet(policy), policy);
  }

  /** Returns the jobs that have time of a node, in the order of their numbers. */
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
   * A node is for sale again.
   *
   * @return whether anything has changed
   */
  public static Decision<Boolean> resume(BookState state, String node) {
    return state.drain(node).isPresent()
        ? Decision.of(new BookEvent.NodeResumed(node), true)
        : Decision.none(false);
  }
}
