package io.metasched.simulation.system.rectangles.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.kernel.PageSections;
import io.metasched.simulation.report.LoadCourse;
import io.metasched.simulation.report.Machines;
import io.metasched.simulation.report.PageFile;
import io.metasched.simulation.report.PageLimits;
import io.metasched.simulation.report.Schedule;
import io.metasched.simulation.report.ScheduleChart;
import io.metasched.simulation.system.rectangles.rows.ElementColumns;
import io.metasched.simulation.system.rectangles.rows.RectanglesFacts;
import io.metasched.simulation.system.rectangles.rows.RectanglesRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Sections of the page about reservations: comparison of the policies, load over time, the
 * availability rectangles at the first requests, and a chart of elements over time.
 */
public final class RectanglesPage implements PageSections<RectanglesRun> {
  /** Size of a step on a page, as a number of decisions. */
  private static final int DECISIONS_PER_STEP = 20;

  private final PageLimits limits;
  private final List<RectanglesFacts> facts = new ArrayList<>();
  private final List<Schedule> schedules = new ArrayList<>();

  /**
   * Creates the sections.
   *
   * @param limits limits of each policy on the page
   */
  public RectanglesPage(PageLimits limits) {
    this.limits = limits;
  }

  @Override
  public String body() {
    return "rectangles.html";
  }

  @Override
  public List<String> scripts() {
    return List.of(
        "times.js",
        "schedule-bars.js",
        "schedule-views.js",
        "deployment.js",
        "request-steps.js",
        "rectangle-steps.js",
        "rectangles.js");
  }

  @Override
  public void run(RectanglesRun run, JsonGenerator block) throws IOException {
    var bars = ElementBars.of(run);
    var schedule = bars.schedule();
    var steps = RequestSteps.of(run, Math.max(1, limits.decisions() / DECISIONS_PER_STEP));
    block.writeStartObject();
    var ranges = bars.ranges(schedule, limits.bars());
    new ScheduleChart(schedule, ranges, Machines.one(schedule.processors()), List.of())
        .writeFields(block);
    block.writeFieldName("steps");
    PageFile.MAPPER.writeTree(block, PageFile.MAPPER.valueToTree(steps));
    block.writeEndObject();
    facts.add(run.facts());
    schedules.add(schedule);
  }

  @Override
  public void summary(ObjectNode shown) {
    var first = facts.get(0);
    shown.put("processors", first.elements());
    shown.put("jobs", first.requests());
    shown.put("speeds", String.join(", ", first.speeds().stream().map(Object::toString).toList()));
    shown.put(
        "shapes",
        String.join(", ", first.shapesMilli().stream().map(ElementColumns::factor).toList()));
    shown.put("arrivalFactor", first.arrivalFactor());
    shown.put("artimeFactor", first.artimeFactor());
    shown.put("deadlineFactor", first.deadlineFactor());
    long until = schedules.stream().mapToLong(Schedule::lastEndTick).max().orElse(0);
    for (int at = 0; at < schedules.size(); at++) {
      var policy = (ObjectNode) shown.path("policies").path(at);
      var course = LoadCourse.of(schedules.get(at), until);
      policy.set("course", PageFile.MAPPER.valueToTree(course));
    }
  }
}
