package io.metasched.simulation.system.cyclic.rule;

import static io.metasched.simulation.system.cyclic.rule.ExactArithmetic.units;

import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.resource.model.JobId;
import io.metasched.simulation.rule.ArrivalRule;
import io.metasched.simulation.rule.ArrivalRule.Arrival;
import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.cyclic.rows.DecisionRow;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import java.util.ArrayList;
import java.util.TreeMap;
import java.util.TreeSet;

/** Rules of the life cycle of jobs, from submission to outcome. */
final class JobLifecycleRules {
  private static final long NONE = -1;
  private static final String SUBMITTED = "submitted";

  private JobLifecycleRules() {}

  /** Reports jobs that do not have exactly one outcome. */
  static void outcome(RunIndex run, RuleReport report) {
    var ids = new TreeSet<JobId>();
    for (var job : run.run().jobs()) {
      if (!ids.add(job.job().id())) {
        report.add(where(job), "its id must be unique");
      }
      int vo = job.job().id().vo();
      if (vo >= run.organizations()) {
        report.add(where(job), "it must be of one of %d organizations", run.organizations());
      }
      outcomeOf(job, report);
    }
    var submitted = new TreeSet<JobId>();
    for (var decision : run.run().decisions()) {
      if (decision.event().equals(SUBMITTED)) {
        submitted.add(decision.job());
      }
    }
    long withOutcome = run.run().jobs().stream().filter(JobLifecycleRules::hasEnd).count();
    if (submitted.size() != withOutcome) {
      report.add(
          "the whole run",
          "%d jobs were submitted, but %d are finished, refused, withdrawn or waiting",
          submitted.size(),
          withOutcome);
    }
  }

  /** Reports jobs that are not submitted when their preceding jobs have their outcomes. */
  static void arrival(RunIndex run, RuleReport report) {
    var ends = new TreeMap<Long, Long>();
    var arrivals = new ArrayList<Arrival>();
    for (var row : run.run().jobs()) {
      if (row.endTick() != NONE) {
        ends.put(row.job().id().number(), row.endTick());
      }
      if (row.workflow() >= 0 && row.logged() == NONE) {
        continue; // submitted with its workflow, as the rule workflow requires
      }
      var job = row.job();
      arrivals.add(new Arrival(job.id().number(), job.submitTick(), row.logged(), row.after()));
    }
    ArrivalRule.check(arrivals, ends, report);
  }

  /** Reports jobs that ran without a job whose run they require, or were refused despite it. */
  static void preceding(RunIndex run, RuleReport report) {
    var ran = new TreeSet<Long>();
    run.run().placements().forEach(placement -> ran.add(placement.job().number()));
    for (var job : run.jobs()) {
      boolean isLost = job.after().isRequired() && !ran.containsAll(job.after().jobs());
      if (isLost != job.reason().equals("preceding")) {
        report.add(
            where(job),
            "%s of the jobs that must run before it ran, but its reason is \"%s\"",
            isLost ? "not all" : "all",
            job.reason());
      }
    }
  }

  private static void outcomeOf(JobRow job, RuleReport report) {
    if (!hasEnd(job)) {
      report.add(where(job), "it must not be %s when the run is over", job.outcome().label());
    }
    boolean refused = job.outcome() == JobStatus.REFUSED;
    if (refused == job.reason().isEmpty()) {
      report.add(
          where(job),
          "it is %s and must have %s, but has \"%s\"",
          job.outcome().label(),
          refused ? "a reason" : "no reason",
          job.reason());
    }
    boolean ended = job.outcome().isFinal();
    if (ended ? job.endTick() < job.job().submitTick() : job.endTick() != NONE) {
      report.add(
          where(job),
          "it is %s and must have %s, but has %s",
          job.outcome().label(),
          ended ? "an end after its submission" : "no end",
          units(job.endTick()));
    }
  }

  private static boolean hasEnd(JobRow job) {
    return job.outcome().isFinal() || job.outcome() == JobStatus.WAITING;
  }

  /** Reports jobs whose history is not possible, or does not lead to their outcome. */
  static void decision(RunIndex run, RuleReport report) {
    var ways = new TreeMap<JobId, JobHistory>();
    var decisions = run.run().decisions();
    for (int i = 0; i < decisions.size(); i++) {
      var decision = decisions.get(i);
      if (i > 0 && decision.tick() < decisions.get(i - 1).tick()) {
        report.add(
            where(decision, i),
            "it must not come before the decision before it, at %s, but comes at %s",
            units(decisions.get(i - 1).tick()),
            units(decision.tick()));
      }
      if (run.job(decision.job()) == null) {
        report.add(where(decision, i), "it must concern a job of the run");
      }
      ways.computeIfAbsent(decision.job(), id -> new JobHistory())
          .step(decision, where(decision, i), report);
    }
    for (var job : run.jobs()) {
      ways.getOrDefault(job.job().id(), new JobHistory()).compare(job, where(job), report);
    }
  }

  private static String where(JobRow job) {
    return "job " + job.job().id();
  }

  static String where(DecisionRow decision, int index) {
    return "decision " + (index + 1) + " on job " + decision.job(); // concatenated for speed
  }
}
