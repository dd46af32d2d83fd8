package io.metasched.simulation.check;

import static io.metasched.simulation.check.Exact.units;

import io.metasched.metascheduler.flow.JobStatus;
import io.metasched.resource.model.JobId;
import io.metasched.simulation.result.DecisionRow;
import io.metasched.simulation.result.JobRow;
import java.util.TreeMap;
import java.util.TreeSet;

/** What holds for the ways of jobs, from submission to fate. */
final class FateRules {
  private static final long NONE = -1;
  private static final String SUBMITTED = "submitted";

  private FateRules() {}

  /** No job is lost and none has two fates. */
  static void fate(RunIndex run, Report report) {
    var ids = new TreeSet<JobId>();
    for (var job : run.run().jobs()) {
      if (!ids.add(job.job().id())) {
        report.add(where(job), "its id must be unique");
      }
      int vo = job.job().id().vo();
      if (vo >= run.organizations()) {
        report.add(where(job), "it must be of one of %d organizations", run.organizations());
      }
      fateOf(job, report);
    }
    var submitted = new TreeSet<JobId>();
    for (var decision : run.run().decisions()) {
      if (decision.event().equals(SUBMITTED)) {
        submitted.add(decision.job());
      }
    }
    long withFate = run.run().jobs().stream().filter(FateRules::hasEnd).count();
    if (submitted.size() != withFate) {
      report.add(
          "the whole run",
          "%d jobs were submitted, but %d are finished, refused, withdrawn or waiting",
          submitted.size(),
          withFate);
    }
  }

  private static void fateOf(JobRow job, Report report) {
    if (!hasEnd(job)) {
      report.add(where(job), "it must not be %s when the run is over", job.fate().label());
    }
    boolean refused = job.fate() == JobStatus.REFUSED;
    if (refused == job.reason().isEmpty()) {
      report.add(
          where(job),
          "%s, it must have %s, but has \"%s\"",
          job.fate().label(),
          refused ? "a reason" : "no reason",
          job.reason());
    }
    boolean ended = job.fate().isFinal();
    if (ended ? job.endTick() < job.job().submitTick() : job.endTick() != NONE) {
      report.add(
          where(job),
          "%s, it must have %s, but has %s",
          job.fate().label(),
          ended ? "an end behind its submission" : "no end",
          units(job.endTick()));
    }
  }

  private static boolean hasEnd(JobRow job) {
    return job.fate().isFinal() || job.fate() == JobStatus.WAITING;
  }

  /** What is told of each job's way is a possible way, and leads to its fate. */
  static void decision(RunIndex run, Report report) {
    var ways = new TreeMap<JobId, JobWay>();
    var decisions = run.run().decisions();
    for (int i = 0; i < decisions.size(); i++) {
      var decision = decisions.get(i);
      if (i > 0 && decision.tick() < decisions.get(i - 1).tick()) {
        report.add(
            where(decision, i),
            "it must not come before the one ahead of it, at %s, but comes at %s",
            units(decisions.get(i - 1).tick()),
            units(decision.tick()));
      }
      if (run.job(decision.job()) == null) {
        report.add(where(decision, i), "it must concern a job of the run");
      }
      ways.computeIfAbsent(decision.job(), id -> new JobWay())
          .step(decision, where(decision, i), report);
    }
    for (var job : run.jobs()) {
      ways.getOrDefault(job.job().id(), new JobWay()).compare(job, where(job), report);
    }
  }

  private static String where(JobRow job) {
    return "job " + job.job().id();
  }

  static String where(DecisionRow decision, int index) {
    return "decision " + (index + 1) + " on job " + decision.job(); // no format: asked for often
  }
}
