package io.metasched.simulation.system.whatif.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.kernel.PageSections;
import io.metasched.simulation.report.LoadCourse;
import io.metasched.simulation.report.PageFile;
import io.metasched.simulation.report.PageLimits;
import io.metasched.simulation.report.ScheduleChart;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Sections of the page about flexible reservations: comparison of the methods, load over time, the
 * first requests one by one, plans and real runs, and a chart of the clusters' processors over
 * time.
 */
public final class WhatIfPage implements PageSections<WhatIfRun> {
  /**
   * Size of a point of a plot on a page, as a number of decisions; a slot of a probe counts as one.
   */
  private static final int DECISIONS_PER_POINT = 10;

  private final PageLimits limits;
  private final List<ShownFacts> facts = new ArrayList<>();
  private final List<ClusterTimeline> timelines = new ArrayList<>();

  /**
   * Creates the sections.
   *
   * @param limits limits of each policy on the page
   */
  public WhatIfPage(PageLimits limits) {
    this.limits = limits;
  }

  @Override
  public String body() {
    return "what-if.html";
  }

  @Override
  public List<String> scripts() {
    return List.of(
        "times.js",
        "schedule-bars.js",
        "what-if-bars.js",
        "schedule-views.js",
        "deployment.js",
        "request-steps.js",
        "probe-steps.js",
        "calibration-plot.js",
        "what-if.js");
  }

  @Override
  public void run(WhatIfRun run, JsonGenerator block) throws IOException {
    var timeline = ClusterTimeline.of(run);
    var drawn = timeline.drawn(limits.bars());
    block.writeStartObject();
    new ScheduleChart(timeline.schedule(), drawn, timeline.clusters(), timeline.columns())
        .writeFields(block);
    block.writeFieldName("steps");
    write(block, ProbeSteps.of(run, limits.decisions()));
    block.writeFieldName("calibration");
    write(block, CalibrationPlot.of(run, Math.max(1, limits.decisions() / DECISIONS_PER_POINT)));
    block.writeEndObject();
    timelines.add(timeline);
    facts.add(ShownFacts.of(run));
  }

  private static void write(JsonGenerator block, Object value) throws IOException {
    PageFile.MAPPER.writeTree(block, PageFile.MAPPER.valueToTree(value));
  }

  @Override
  public void summary(ObjectNode shown) {
    shown.set("facts", PageFile.MAPPER.valueToTree(facts.get(0)));
    long until = timelines.stream().mapToLong(t -> t.schedule().lastEndTick()).max().orElse(0);
    for (int at = 0; at < timelines.size(); at++) {
      var course = LoadCourse.of(timelines.get(at).schedule(), until, timelines.get(at)::isJob);
      var policy = (ObjectNode) shown.path("policies").path(at);
      policy.set("course", PageFile.MAPPER.valueToTree(course));
    }
  }
}
