package io.metasched.simulation.system.twolevel.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.kernel.PageSections;
import io.metasched.simulation.report.LoadCourse;
import io.metasched.simulation.report.PageFile;
import io.metasched.simulation.report.PageLimits;
import io.metasched.simulation.report.ScheduleChart;
import io.metasched.simulation.report.ScheduleChart.Column;
import io.metasched.simulation.system.twolevel.rows.TwoLevelFacts;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Sections of the page about runs on two levels: comparison of the policies, load over time, and a
 * chart of the providers' processors over time. The jobs of each run stay in memory until the end,
 * because the time axis is common to all.
 */
public final class TwoLevelPage implements PageSections<TwoLevelRun> {
  private static final double TICKS = 1000;

  private final PageLimits limits;
  private final List<TwoLevelFacts> facts = new ArrayList<>();
  private final List<GridTimeline> timelines = new ArrayList<>();

  /**
   * Creates the sections.
   *
   * @param limits limits of each policy on the page
   */
  public TwoLevelPage(PageLimits limits) {
    this.limits = limits;
  }

  @Override
  public String body() {
    return "two-level.html";
  }

  @Override
  public List<String> scripts() {
    return List.of(
        "times.js",
        "schedule-bars.js",
        "two-level-bars.js",
        "schedule-views.js",
        "deployment.js",
        "two-level.js");
  }

  @Override
  public void run(TwoLevelRun run, JsonGenerator block) throws IOException {
    var timeline = GridTimeline.of(run);
    var jobs = timeline.jobs();
    var own =
        List.of(
            new Column("reserved", false, job -> jobs.get(job).isReservation() ? 1 : 0),
            ofReservations(jobs, "lead", row -> row.ready() - row.submit()),
            ofReservations(jobs, "interval", row -> row.due() - row.ready()));
    var shown = timeline.bound(limits.bars());
    new ScheduleChart(timeline.schedule(), shown, timeline.providers(), own).write(block);
    timelines.add(timeline);
    facts.add(run.facts());
  }

  /** Returns a time of reservations; 0 for batch jobs. */
  private static Column ofReservations(
      List<TwoLevelJobRow> jobs, String name, ToLongFunction<TwoLevelJobRow> value) {
    return new Column(
        name, true, job -> jobs.get(job).isReservation() ? value.applyAsLong(jobs.get(job)) : 0);
  }

  @Override
  public void summary(ObjectNode shown) {
    var first = facts.get(0);
    shown.put("providers", first.providers());
    shown.put("processors", first.processors());
    shown.put("jobs", first.jobs());
    shown.put("localPeriod", first.localPeriodTicks() / TICKS);
    shown.put("lateRefused", first.lateRefused());
    long until = timelines.stream().mapToLong(c -> c.schedule().lastEndTick()).max().orElse(0);
    for (int at = 0; at < timelines.size(); at++) {
      var jobs = timelines.get(at).jobs();
      var load =
          LoadCourse.of(timelines.get(at).schedule(), until, job -> !jobs.get(job).isReservation());
      var policy = (ObjectNode) shown.path("policies").path(at);
      policy.set("course", PageFile.MAPPER.valueToTree(load));
    }
  }
}
