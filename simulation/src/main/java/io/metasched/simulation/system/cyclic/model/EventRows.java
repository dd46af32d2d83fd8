package io.metasched.simulation.system.cyclic.model;

import static io.metasched.simulation.rows.Decimals.ofThousandths;

import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Booked;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Deposited;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Finished;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Moved;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Postponed;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Refund;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Refused;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Requeued;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Reserved;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Submitted;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Withdrawn;
import io.metasched.metascheduler.cyclic.flow.JobFlow;
import io.metasched.metascheduler.model.JobRefusal;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Window;
import io.metasched.simulation.input.Numbering;
import io.metasched.simulation.system.cyclic.rows.DecisionRow;
import io.metasched.simulation.system.cyclic.rows.PaymentLog;
import io.metasched.simulation.system.cyclic.rows.PaymentRow.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Fold of the events of all organizations' flows into rows; an event may be discarded after it is
 * applied.
 *
 * <p>Events are ordered by tick; within a tick, events of the first organization come first.
 */
final class EventRows {
  private static final int MOST_NODES_NAMED = 12;
  private static final Comparator<FlowEvent> BY_TICK = Comparator.comparingLong(FlowEvent::tick);

  private final TreeMap<JobId, Window> windows = new TreeMap<>(); // of jobs that have not ended
  private final PaymentLog.Builder payments = new PaymentLog.Builder();
  private final List<DecisionRow> decisions = new ArrayList<>();
  private final List<JobFlow> flows;
  private final Numbering nodeNames;
  private long endTick;

  /** Creates a fold without rows. */
  EventRows(List<JobFlow> flows, Numbering nodeNames) {
    this.flows = List.copyOf(flows);
    this.nodeNames = nodeNames;
  }

  /** Returns the rows of complete histories. */
  static EventRows of(List<JobFlow> flows, Numbering nodeNames) {
    var events = new ArrayList<FlowEvent>();
    flows.forEach(flow -> events.addAll(flow.history()));
    events.sort(BY_TICK); // stable: within a tick, the first organization stays first
    var rows = new EventRows(flows, nodeNames);
    events.forEach(rows::take);
    return rows;
  }

  /** Applies the events up to a tick that is over, and removes them from the flows. */
  void takeHistories() {
    for (var flow : flows) {
      flow.history().forEach(this::take);
      flow.forgetHistory();
    }
  }

  PaymentLog payments() {
    return payments.build();
  }

  List<DecisionRow> decisions() {
    return Collections.unmodifiableList(decisions);
  }

  /** Returns the tick of the last event. */
  long endTick() {
    return endTick;
  }

  private void take(FlowEvent event) {
    endTick = event.tick();
    if (event instanceof Deposited e) {
      payments.add(e.tick(), Kind.DEPOSIT, e.user(), null, -1, e.milli());
    } else if (event instanceof Submitted e) {
      decide(e.tick(), -1, e.job().id(), "submitted", "", "");
    } else if (event instanceof Refused e) {
      decide(e.tick(), e.cycle(), e.job(), "refused", e.why().reason().name(), numbers(e.why()));
    } else if (event instanceof Postponed e) {
      decide(e.tick(), e.cycle(), e.job(), "postponed", e.reason().name(), whyNone(e));
    } else if (event instanceof Reserved e) {
      decide(e.tick(), -1, e.job(), "reserved", "", "money " + ofThousandths(e.milli()));
    } else if (event instanceof Requeued e) {
      decide(
          e.tick(),
          e.cycle(),
          e.job(),
          "requeued",
          e.reason().name(),
          "node " + nodeNames.label(e.node()));
    } else if (event instanceof Booked e) {
      windows.put(e.job(), e.window());
      e.window().parts().forEach(p -> pay(e, Kind.CHARGE, e.job(), p.node(), p.costMilli()));
      var found = "; alternatives " + e.alternatives() + (e.proven() ? "" : "; not proven best");
      decide(e.tick(), e.cycle(), e.job(), "booked", "", describe(e.window()) + found);
    } else if (event instanceof Moved e) {
      move(e);
      decide(e.tick(), e.cycle(), e.job(), "moved", "", describe(e.window()));
    } else if (event instanceof Withdrawn e) {
      end(e, e.job(), e.refunds());
      decide(e.tick(), -1, e.job(), "withdrawn", "", "");
    } else if (event instanceof Finished e) {
      end(e, e.job(), e.refunds());
      var detail = e.stopped() ? "stopped at the reserved end" : "";
      decide(e.tick(), -1, e.job(), "finished", "", detail);
    }
  }

  private void decide(long tick, int cycle, JobId job, String event, String reason, String detail) {
    decisions.add(
        new DecisionRow(tick, cycle, job, event, reason.toLowerCase(Locale.ROOT), detail));
  }

  /** Returns a description of the need of a refused job and of the available amount. */
  private static String numbers(JobRefusal why) {
    var needed = ofThousandths(why.needed());
    var available = ofThousandths(why.available());
    return switch (why.reason()) {
      case NOT_ENOUGH_NODES ->
          "needs %d nodes, there are %d".formatted(why.needed(), why.available());
      case REQUIREMENTS ->
          "needs %d nodes, %d meet its requirements".formatted(why.needed(), why.available());
      case PRICE_LIMIT -> "needs a limit of at least %s, has %s".formatted(needed, available);
      case BELOW_ANY_PRICE -> "needs at least %s, has %s".formatted(needed, available);
      case BUDGET -> "needs %s, has %s".formatted(needed, available);
      case NO_WINDOW -> "cycles in a row: %d, at most %d".formatted(why.available(), why.needed());
      case WORKFLOW ->
          "jobs of its workflow that are not refused: %d of %d"
              .formatted(why.available(), why.needed());
      case PRECEDING -> "preceding jobs that never ran: %d".formatted(why.needed());
      case DEADLINE -> "needs %s, has %s".formatted(needed, available);
    };
  }

  private static String whyNone(Postponed postponed) {
    if (postponed.reason() != PostponeReason.NO_ALTERNATIVE) {
      return "";
    }
    return postponed.cyclesWithoutWindow() == 0
        ? "other VO jobs had taken all possible windows"
        : "not even without other VO jobs, cycles in a row: " + postponed.cyclesWithoutWindow();
  }

  private String describe(Window window) {
    return "start %s; cost %s; nodes %s"
        .formatted(
            ofThousandths(window.start()),
            ofThousandths(window.costMilli()),
            nodes(window.parts()));
  }

  /** Returns the names of the first nodes; all of them are in placements.csv. */
  private String nodes(List<Part> parts) {
    var named = parts.stream().limit(MOST_NODES_NAMED).map(part -> nodeNames.label(part.node()));
    int more = parts.size() - MOST_NODES_NAMED;
    return named.collect(Collectors.joining(", "))
        + (more > 0 ? " and %d more".formatted(more) : "");
  }

  /**
   * Records the payments of a move: first a refund for each node on which the new window costs less
   * than the old one, then a charge for each node on which the new window costs more.
   */
  private void move(Moved moved) {
    var old = Objects.requireNonNull(windows.put(moved.job(), moved.window()));
    var changes = new TreeMap<Integer, Long>();
    moved.window().parts().forEach(p -> changes.put(p.node(), p.costMilli()));
    old.parts().forEach(p -> changes.merge(p.node(), -p.costMilli(), Long::sum));
    changes.forEach(
        (node, milli) -> {
          if (milli < 0) {
            pay(moved, Kind.REFUND, moved.job(), node, -milli);
          }
        });
    changes.forEach(
        (node, milli) -> {
          if (milli > 0) {
            pay(moved, Kind.CHARGE, moved.job(), node, milli);
          }
        });
  }

  private void end(FlowEvent event, JobId job, List<Refund> refunds) {
    windows.remove(job);
    refunds.forEach(refund -> pay(event, Kind.REFUND, job, refund.node(), refund.milli()));
  }

  private void pay(FlowEvent event, Kind kind, JobId job, int node, long milli) {
    int user = flows.get(job.vo()).job(job).job().user();
    payments.add(event.tick(), kind, user, job, node, milli);
  }
}
