package io.metasched.simulation.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.replay.LoadCourse;
import io.metasched.simulation.report.ScheduleChart.Column;
import io.metasched.simulation.twolevel.GridCourse;
import io.metasched.simulation.twolevel.GridJob;
import io.metasched.simulation.twolevel.TwoLevelOutcome;
import io.metasched.simulation.twolevel.TwoLevelRuns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Runs on two levels as one HTML file that needs nothing else: policies side by side, load over
 * time, and a chart of the providers' processors against time. Equal runs give equal bytes.
 */
public final class TwoLevelPage {
  private static final List<String> SCRIPTS =
      List.of(
          "page.js",
          "charts.js",
          "lanes.js",
          "gantt-view.js",
          "gantt.js",
          "replay-charts.js",
          "replay-gantt.js",
          "two-level-gantt.js",
          "schedule-views.js",
          "deployment.js",
          "two-level.js",
          "replay-selftest.js");

  private TwoLevelPage() {}

  /**
   * Writes the page.
   *
   * @param summary as {@link TwoLevelJson} makes it
   * @param file is made; a file there is replaced
   */
  public static void write(ObjectNode summary, TwoLevelRuns all, Path file) throws IOException {
    write(summary, all, file, PageLimits.DEFAULT.among(all.runs().size()));
  }

  static void write(ObjectNode summary, TwoLevelRuns all, Path file, PageLimits limits)
      throws IOException {
    var courses = all.runs().stream().map(run -> GridCourse.of(run.outcome())).toList();
    try (var page = PageFile.open(file, "two-level.html", "report.css")) {
      for (int at = 0; at < courses.size(); at++) {
        var chart = chart(courses.get(at), limits.bars());
        page.block("run-" + at, chart::write);
      }
      var facts = facts(summary, all, courses);
      page.block("replay", block -> PageFile.MAPPER.writeTree(block, facts));
      page.end(SCRIPTS);
    }
  }

  private static ScheduleChart chart(GridCourse course, int mostJobs) {
    var outcome = course.outcome();
    return new ScheduleChart(
        course.schedule(),
        course.bound(mostJobs),
        outcome.providers(),
        List.of(
            new Column("reserved", false, job -> isReservation(outcome, job) ? 1 : 0),
            interval(outcome, "lead", i -> i.readyTick(), true),
            interval(outcome, "interval", i -> i.dueTick() - i.readyTick(), false)));
  }

  /** A time of reservations; 0 for batch jobs. */
  private static Column interval(
      TwoLevelOutcome outcome,
      String name,
      ToLongFunction<GridJob.Interval> value,
      boolean isSinceSubmission) {
    return new Column(
        name,
        true,
        index -> {
          var job = outcome.jobs().get(index);
          long from = isSinceSubmission ? job.submitTick() : 0;
          return job.reservation().map(i -> value.applyAsLong(i) - from).orElse(0L);
        });
  }

  private static boolean isReservation(TwoLevelOutcome outcome, int job) {
    return outcome.jobs().get(job).reservation().isPresent();
  }

  private static ObjectNode facts(ObjectNode summary, TwoLevelRuns all, List<GridCourse> courses) {
    var facts = summary.deepCopy();
    facts.remove("wallSeconds");
    facts.put("seed", String.valueOf(all.seed())); // a script has no whole number of 64 bits
    facts.put("violations", all.runs().stream().mapToInt(run -> run.violations()).sum());
    long until = courses.stream().mapToLong(c -> c.schedule().lastEndTick()).max().orElse(0);
    for (int at = 0; at < courses.size(); at++) {
      var policy = (ObjectNode) facts.path("policies").path(at);
      policy.remove("wallSeconds");
      var outcome = courses.get(at).outcome();
      var load =
          LoadCourse.of(courses.get(at).schedule(), until, job -> !isReservation(outcome, job));
      policy.set("course", PageFile.MAPPER.valueToTree(load));
    }
    return facts;
  }
}
