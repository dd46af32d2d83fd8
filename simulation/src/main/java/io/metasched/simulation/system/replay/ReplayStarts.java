package io.metasched.simulation.system.replay;

import static io.metasched.simulation.rule.ReportedFigures.seconds;

import io.metasched.simulation.rule.CapacitySteps;
import io.metasched.simulation.rule.CheckedJob;
import io.metasched.simulation.rule.LocalStarts;
import io.metasched.simulation.rule.RuleReport;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Check that the jobs of a replay start when its policy starts them. */
final class ReplayStarts {
  /** First promise of a start, and the tick at which it was made; -1 for none. */
  private record Promise(long at, long start) {}

  private static final Promise NONE = new Promise(-1, -1);

  private ReplayStarts() {}

  /** Recomputes each start; a pass is due at each completion and submission. */
  static void check(ReplayRun run, RuleReport report) {
    var policy = run.title().policy();
    if (!LocalStarts.isKnown(policy, report)) {
      return;
    }
    var jobs = run.jobs().stream().map(ReplayStarts::job).toList();
    var passes = new TreeSet<Long>();
    for (var row : run.jobs()) {
      passes.add(run.passFrom(row.submit()));
      if (row.hasRun()) {
        passes.add(run.passFrom(row.end()));
      }
    }
    var free = new CapacitySteps(run.facts().processors(), 0, 0);
    var promises = new TreeMap<Long, Promise>();
    long until =
        new LocalStarts(
                "the cluster", policy, LocalStarts.MOST_LOOKS, free, jobs, List.of(), passes)
            .check(
                report,
                (job, start, now) -> promises.putIfAbsent(job.id(), new Promise(now, start)));
    promises(run, promises, until, report);
  }

  /** Reports jobs without the first promise that the policy gives them. */
  private static void promises(
      ReplayRun run, SortedMap<Long, Promise> promises, long until, RuleReport report) {
    if (run.jobs().stream().allMatch(row -> row.promisedAt() < 0) && !promises.isEmpty()) {
      report.note("none of %d promises: the run has recorded none", promises.size());
      return;
    }
    for (var row : run.jobs()) {
      var expected = promises.getOrDefault(row.id(), NONE);
      var given = new Promise(row.promisedAt(), row.promisedStart());
      if (!given.equals(expected) && row.promisedAt() <= until) {
        report.add(
            "job " + row.id(),
            "it must first be promised at %s to start at %s",
            expected.at() < 0 ? "no time" : seconds(expected.at()),
            expected.at() < 0 ? "any" : seconds(expected.start()));
      }
    }
  }

  private static CheckedJob job(ReplayRow row) {
    return new CheckedJob(
        row.id(),
        row.submit(),
        row.logged() >= 0 ? row.logged() : row.submit(),
        row.processors(),
        row.estimate(),
        row.submit(),
        row.start(),
        row.end());
  }
}
