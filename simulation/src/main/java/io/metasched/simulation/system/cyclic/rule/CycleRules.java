package io.metasched.simulation.system.cyclic.rule;

import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.big;
import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.units;

import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.cyclic.rows.CycleRow;
import io.metasched.simulation.system.cyclic.rows.DecisionRow;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Rules of cycles: their times, their decisions and their horizon. */
final class CycleRules {
  private static final int NO_CYCLE = -1;

  private CycleRules() {}

  /** Cycle of an organization. */
  record CycleOf(int cycle, int vo) implements Comparable<CycleOf> {
    private static final Comparator<CycleOf> ORDER =
        Comparator.comparingInt(CycleOf::cycle).thenComparingInt(CycleOf::vo);

    @Override
    public int compareTo(CycleOf other) {
      return ORDER.compare(this, other);
    }
  }

  /**
   * Reports cycles that are not one period apart, decisions at wrong times, and wrong counts of
   * decisions.
   */
  static void cycle(RunIndex run, RuleReport report) {
    times(run, report);
    snapshots(run, report);
    var tallies = new TreeMap<CycleOf, DecisionTally>();
    for (var row : run.run().cycles()) {
      tallies.put(new CycleOf(row.cycle(), row.vo()), new DecisionTally());
    }
    var decisions = run.run().decisions();
    for (int i = 0; i < decisions.size(); i++) {
      var decision = decisions.get(i);
      var where = JobLifecycleRules.where(decision, i);
      if (belongs(run, decision, where, report)) {
        var cycle = new CycleOf(decision.cycle(), decision.job().vo());
        tallies.computeIfAbsent(cycle, id -> new DecisionTally()).take(decision);
      }
    }
    PostponedAgain.of(run).addTo(tallies);
    for (var job : run.jobs()) {
      bookingCycle(run, job, report);
      if (job.outcome() == JobStatus.WITHDRAWN && job.cycle() == NO_CYCLE) {
        withdrawn(run, job, tallies);
      }
    }
    for (var row : run.run().cycles()) {
      var cycle = new CycleOf(row.cycle(), row.vo());
      tallies.computeIfAbsent(cycle, id -> new DecisionTally()).compare(row, report);
    }
  }

  private static void times(RunIndex run, RuleReport report) {
    var header = run.run().header();
    if (header.periodTicks() < 1 || header.horizonTicks() < 1) {
      report.add(
          "the whole run",
          "period and horizon must be positive, but are %s and %s",
          units(header.periodTicks()),
          units(header.horizonTicks()));
    }
    if (header.planningTicks() < 0 || header.planningTicks() >= header.periodTicks()) {
      report.add(
          "the whole run",
          "planning must take less than the period, %s, but takes %s",
          units(header.periodTicks()),
          units(header.planningTicks()));
    }
  }

  private static void snapshots(RunIndex run, RuleReport report) {
    var header = run.run().header();
    var cycles = run.run().cycles();
    var failed = new TreeSet<Integer>();
    int organizations = run.organizations();
    if (header.organizations() < 1 || cycles.size() % organizations != 0) {
      report.add(
          "the whole run",
          "each of %d organizations must have a row for each cycle, but there are %d rows",
          header.organizations(),
          cycles.size());
    }
    for (int i = 0; i < cycles.size(); i++) {
      var cycle = cycles.get(i);
      int number = i / organizations;
      if (cycle.cycle() != number) {
        report.add(where(cycle), "its number must be %d", number);
      }
      if (cycle.vo() != i % organizations) {
        report.add(where(cycle), "it must be of organization %d", i % organizations);
      }
      var due = big(number).multiply(big(header.periodTicks()));
      if (!due.equals(big(cycle.tick()))) {
        report.add(
            where(cycle),
            "its snapshot must be taken at %d x %s = %s, but was taken at %s",
            number,
            units(header.periodTicks()),
            units(due),
            units(cycle.tick()));
      }
      if (cycle.withoutAlternative() > 0) {
        failed.add(cycle.cycle());
      }
    }
    compare("cycles", header.cycles(), cycles.size() / organizations, report);
    compare("failed cycles", header.failedCycles(), failed.size(), report);
  }

  private static void compare(String what, int reported, int counted, RuleReport report) {
    if (reported != counted) {
      report.add("the whole run", "there are %d %s, but %d are reported", counted, what, reported);
    }
  }

  /**
   * Returns whether a decision belongs to a cycle; if so, reports it if it was not made when the
   * cycle decides.
   */
  private static boolean belongs(
      RunIndex run, DecisionRow decision, String where, RuleReport report) {
    if (decision.cycle() == NO_CYCLE) {
      if (DecisionTally.mustBelong(decision)) {
        report.add(where, "a decision '%s' must belong to a cycle", decision.event());
      }
      return false;
    }
    var cycle = run.cycle(decision.cycle());
    if (cycle == null) {
      report.add(where, "its cycle must be one of the run, but is %d", decision.cycle());
      return false;
    }
    if (!DecisionTally.mayBelong(decision)) {
      report.add(where, "a decision '%s' must belong to no cycle", decision.event());
      return false;
    }
    var due = DecisionTally.atSnapshot(decision) ? big(cycle.tick()) : booking(run, cycle);
    if (!due.equals(big(decision.tick()))) {
      report.add(
          where,
          "'%s' in cycle %d must be decided at %s, but was decided at %s",
          decision.event(),
          decision.cycle(),
          units(due),
          units(decision.tick()));
    }
    return true;
  }

  /** Returns the tick at which a cycle's plan is booked. */
  private static BigInteger booking(RunIndex run, CycleRow cycle) {
    return big(cycle.tick()).add(big(run.run().header().planningTicks()));
  }

  private static void bookingCycle(RunIndex run, JobRow job, RuleReport report) {
    if (job.cycle() == NO_CYCLE) {
      return;
    }
    var cycle = run.cycle(job.cycle());
    if (cycle == null) {
      report.add(where(job), "its cycle must be one of the run, but is %d", job.cycle());
      return;
    }
    var due = booking(run, cycle);
    var booked = big(job.bookedTick());
    if (job.moves() == 0 ? !booked.equals(due) : booked.compareTo(due) < 0) {
      report.add(
          where(job),
          "it must be booked when its cycle books, at %s%s, but was booked at %s",
          units(due),
          job.moves() == 0 ? "" : ", or later because it moved",
          units(booked));
    }
  }

  /** Counts a job that was withdrawn between a cycle's snapshot and its bookings. */
  private static void withdrawn(
      RunIndex run, JobRow job, SortedMap<CycleOf, DecisionTally> tallies) {
    var cycle = run.cycleBefore(job.endTick());
    if (cycle != null
        && job.job().submitTick() <= cycle.tick()
        && big(job.endTick()).compareTo(booking(run, cycle)) <= 0) {
      var own = new CycleOf(cycle.cycle(), job.job().id().vo());
      tallies.computeIfAbsent(own, id -> new DecisionTally()).withdrawn();
    }
  }

  /** Reports reservations that end after the horizon of the cycle that booked or moved them. */
  static void horizon(RunIndex run, RuleReport report) {
    run.forEachPart(
        part -> {
          var job = part.job();
          var cycle = job.moves() == 0 ? run.cycle(job.cycle()) : run.cycleBy(job.bookedTick());
          if (cycle == null) {
            return; // reported by the rules window and cycle
          }
          var end = big(cycle.tick()).add(big(run.run().header().horizonTicks()));
          if (big(part.placement().end()).compareTo(end) > 0) {
            report.add(
                part.where(),
                "its reservation must end by %s, the horizon of cycle %d, but ends at %s",
                units(end),
                cycle.cycle(),
                units(part.placement().end()));
          }
        });
  }

  private static String where(CycleRow cycle) {
    return "cycle " + cycle.cycle();
  }

  private static String where(JobRow job) {
    return "job " + job.job().id();
  }
}
