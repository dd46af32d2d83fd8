package io.metasched.simulation.system.cyclic.rule;

import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.cyclic.rows.LocalRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Rules of each node: one job at any instant. */
final class NodeRules {

  private enum Kind {
    PLACEMENT,
    PLANNED,
    ARRIVED
  }

  /**
   * Use of a node by a job.
   *
   * @param end end of the reservation
   * @param realEnd end of the real use
   * @param booked tick at which the job was placed; ignored for local jobs
   */
  private record Use(Kind kind, String name, long start, long end, long realEnd, long booked) {
    static final Comparator<Use> BY_START =
        Comparator.comparingLong(Use::start)
            .thenComparing(Use::kind)
            .thenComparingLong(Use::realEnd)
            .thenComparingLong(Use::booked)
            .thenComparing(Use::name);

    @Override
    public String toString() {
      return "%s in [%s, %s)"
          .formatted(name, ExactArithmetic.units(start), ExactArithmetic.units(end));
    }
  }

  private NodeRules() {}

  /**
   * Reports overlapping uses of a node. If a job ends early, the rest of its reservation may be
   * booked again from then on, or be used by an arriving local job.
   */
  static void overlap(RunIndex run, RuleReport report) {
    var uses = new TreeMap<Integer, List<Use>>();
    for (var row : run.run().placements()) {
      var use =
          new Use(
              Kind.PLACEMENT,
              "job " + row.job(),
              row.start(),
              row.end(),
              row.realEnd(),
              row.bookedTick());
      uses.computeIfAbsent(row.node(), node -> new ArrayList<>()).add(use);
    }
    var numbers = new TreeMap<Integer, TreeSet<Long>>();
    for (var row : run.run().local()) {
      local(run, row, report);
      if (!numbers.computeIfAbsent(row.node(), node -> new TreeSet<>()).add(row.number())) {
        report.add(where(row), "its number must be unique on the node");
      }
      if (row.start() >= 0) {
        uses.computeIfAbsent(row.node(), node -> new ArrayList<>()).add(use(row));
      }
    }
    uses.forEach((node, list) -> sweep("node " + node, list, report));
  }

  private static void local(RunIndex run, LocalRow row, RuleReport report) {
    if (run.node(row.node()) == null) {
      report.add(where(row), "there is no such node");
    }
    if (row.lengthTicks() < 1) {
      report.add(where(row), "its length must be positive, but is %s", units(row.lengthTicks()));
    }
    if (row.start() < 0 && (row.planned() || row.start() != -1)) {
      report.add(where(row), "it must have a start, but has %s", units(row.start()));
    }
    if (row.start() != -1 && row.start() < row.arrivalTick()) {
      report.add(
          where(row),
          "it must not start before it arrives at %s, but starts at %s",
          units(row.arrivalTick()),
          units(row.start()));
    }
  }

  private static Use use(LocalRow row) {
    long room = Long.MAX_VALUE - row.start();
    long end = row.start() + Math.min(room, row.lengthTicks());
    var kind = row.planned() ? Kind.PLANNED : Kind.ARRIVED;
    return new Use(kind, "local job " + row.number(), row.start(), end, end, row.arrivalTick());
  }

  /**
   * Iterates over the uses by start. Of the reservations that have not ended, only the reservation
   * with the latest real end must be compared; of the local jobs, only the job with the latest end.
   */
  private static void sweep(String node, List<Use> uses, RuleReport report) {
    uses.sort(Use.BY_START);
    var reserved =
        new PriorityQueue<Use>(
            Comparator.comparingLong(Use::realEnd).reversed().thenComparing(Use::name));
    @Nullable Use local = null;
    for (var use : uses) {
      while (!reserved.isEmpty() && reserved.element().end() <= use.start()) {
        reserved.remove();
      }
      var busiest = reserved.peek();
      if (busiest != null && !mayFollow(busiest, use)) {
        report.add(
            node,
            "%s overlaps %s, which held the node until %s",
            use,
            busiest,
            units(busiest.realEnd()));
      }
      if (local != null && local.end() > use.start()) {
        report.add(node, "%s overlaps %s", use, local);
      }
      if (use.kind() == Kind.PLACEMENT) {
        reserved.add(use);
      } else if (local == null || use.end() > local.end()) {
        local = use;
      }
    }
  }

  /** Returns whether a use may begin inside a reservation. */
  private static boolean mayFollow(Use reservation, Use use) {
    long free = reservation.realEnd();
    return switch (use.kind()) {
      case PLACEMENT -> use.start() >= free && use.booked() >= free;
      case PLANNED -> false;
      case ARRIVED -> use.start() >= free;
    };
  }

  private static String units(long ticks) {
    return ExactArithmetic.units(ticks);
  }

  private static String where(LocalRow row) {
    return "local job %d on node %d".formatted(row.number(), row.node());
  }
}
