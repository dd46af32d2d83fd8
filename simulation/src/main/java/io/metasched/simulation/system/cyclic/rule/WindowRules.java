package io.metasched.simulation.system.cyclic.rule;

import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.units;

import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import io.metasched.simulation.system.cyclic.rows.PlacementRow;
import java.util.TreeSet;

/** Rules of the windows of jobs: all parts, and no late start. */
final class WindowRules {
  private static final long NONE = -1;

  private WindowRules() {}

  /**
   * Reports windows that are incomplete, do not belong to a job that ran, or begin later than
   * promised.
   */
  static void window(RunIndex run, RuleReport report) {
    var nodes = new TreeSet<Integer>();
    for (var row : run.run().nodes()) {
      if (!nodes.add(row.node().id())) {
        report.add("node " + row.node().id(), "its id must be unique");
      }
    }
    for (var row : run.run().placements()) {
      if (run.job(row.job()) == null) {
        report.add(RunIndex.placed(row), "there is no such job");
      }
      if (run.node(row.node()) == null) {
        report.add(RunIndex.placed(row), "there is no such node");
      }
    }
    for (var job : run.jobs()) {
      whole(run, job, report);
      booking(job, report);
      for (var placement : run.placements(job.job().id())) {
        times(job, placement, report);
      }
    }
  }

  private static void whole(RunIndex run, JobRow job, RuleReport report) {
    var placements = run.placements(job.job().id());
    int parts = job.job().nodes();
    boolean may = mayHaveWindow(job.outcome());
    boolean must = job.outcome() == JobStatus.FINISHED;
    boolean none = placements.isEmpty() && !must;
    if (!none && (!may || placements.size() != parts)) {
      report.add(
          where(job),
          "it is %s and must have %s, but has %d placements",
          job.outcome().label(),
          !may ? "none" : must ? "exactly " + parts : "none or " + parts,
          placements.size());
    }
    var nodes = new TreeSet<Integer>();
    var starts = new TreeSet<Long>();
    for (var placement : placements) {
      starts.add(placement.start());
      if (!nodes.add(placement.node())) {
        report.add(
            where(job), "its nodes must be distinct, but node %d occurs twice", placement.node());
      }
    }
    if (starts.size() > 1) {
      report.add(
          where(job),
          "its parts must start together, but start from %s to %s",
          units(starts.first()),
          units(starts.last()));
    }
  }

  private static void booking(JobRow job, RuleReport report) {
    boolean complete =
        job.bookedTick() != NONE && job.promisedStart() != NONE && job.cycle() != NONE;
    boolean empty = job.bookedTick() == NONE && job.promisedStart() == NONE && job.cycle() == NONE;
    boolean mustBeBooked = job.outcome() == JobStatus.FINISHED || job.outcome() == JobStatus.BOOKED;
    boolean sound = mustBeBooked ? complete : empty || (mayHaveWindow(job.outcome()) && complete);
    if (!sound) {
      report.add(
          where(job),
          "it is %s and must %s cycle, booking and start, but has cycle %d, booked %s, promised %s",
          job.outcome().label(),
          mustBeBooked ? "have" : mayHaveWindow(job.outcome()) ? "have all or none of" : "not have",
          job.cycle(),
          units(job.bookedTick()),
          units(job.promisedStart()));
    }
  }

  private static void times(JobRow job, PlacementRow placement, RuleReport report) {
    var where = RunIndex.placed(placement);
    long start = placement.start();
    if (start < job.job().submitTick() || start < 0) {
      report.add(
          where,
          "it must not start before it is submitted at %s, but starts at %s",
          units(job.job().submitTick()),
          units(start));
    }
    if (placement.bookedTick() > start) {
      report.add(
          where,
          "it must be booked before it starts at %s, but was booked at %s",
          units(start),
          units(placement.bookedTick()));
    }
    if (placement.bookedTick() < job.job().submitTick()) {
      report.add(
          where,
          "it must not be booked before it is submitted at %s, but was booked at %s",
          units(job.job().submitTick()),
          units(placement.bookedTick()));
    }
    if (start > job.promisedStart()) {
      report.add(
          where,
          "it must start by the promised %s, but starts at %s",
          units(job.promisedStart()),
          units(start));
    }
    if (placement.bookedTick() != job.bookedTick()) {
      report.add(
          where,
          "its booking at %s must be the job's booking, which is at %s",
          units(placement.bookedTick()),
          units(job.bookedTick()));
    }
    if (job.outcome() == JobStatus.WITHDRAWN && start > job.endTick()) {
      report.add(
          where,
          "it must begin before it is withdrawn at %s, but begins at %s",
          units(job.endTick()),
          units(start));
    }
  }

  private static boolean mayHaveWindow(JobStatus outcome) {
    return outcome == JobStatus.FINISHED
        || outcome == JobStatus.WITHDRAWN
        || outcome == JobStatus.BOOKED;
  }

  private static String where(JobRow job) {
    return "job " + job.job().id();
  }
}
