package io.metasched.simulation.system.replay;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.kernel.PageSections;
import io.metasched.simulation.report.LoadCourse;
import io.metasched.simulation.report.Machines;
import io.metasched.simulation.report.PageFile;
import io.metasched.simulation.report.PageLimits;
import io.metasched.simulation.report.ProcessorRanges;
import io.metasched.simulation.report.Schedule;
import io.metasched.simulation.report.ScheduleChart;
import io.metasched.simulation.report.ScheduleChart.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Sections of the page about a replay: comparison of the policies, waits, load over time, and a
 * chart of processors over time.
 */
final class ReplayPage implements PageSections<ReplayRun> {
  /** Maximum number of users with rows on the page, for each policy. */
  private static final int MOST_USERS = 200;

  private final PageLimits limits;
  private final List<ReplayFacts> facts = new ArrayList<>();
  private final List<Schedule> schedules = new ArrayList<>();

  /**
   * Creates the sections.
   *
   * @param limits limits of each policy on the page
   */
  ReplayPage(PageLimits limits) {
    this.limits = limits;
  }

  @Override
  public String body() {
    return "replay.html";
  }

  @Override
  public List<String> scripts() {
    return List.of("times.js", "schedule-bars.js", "schedule-views.js", "replay.js");
  }

  @Override
  public void run(ReplayRun run, JsonGenerator block) throws IOException {
    var schedule = run.schedule();
    var dealt = ProcessorRanges.of(schedule, limits.bars());
    var user = new Column("user", false, job -> schedule.jobs().get(job).user() + 1L);
    new ScheduleChart(schedule, dealt, Machines.one(schedule.processors()), List.of(user))
        .write(block);
    facts.add(run.facts());
    schedules.add(schedule);
  }

  @Override
  public void summary(ObjectNode shown) {
    shown.set("options", options(facts.get(0)));
    shown.put("processors", facts.get(0).processors());
    shown.put("jobs", schedules.get(0).jobs().size());
    long until = schedules.stream().mapToLong(Schedule::lastEndTick).max().orElse(0);
    for (int at = 0; at < schedules.size(); at++) {
      var policy = (ObjectNode) shown.path("policies").path(at);
      policy.remove("jobsPerSecond");
      policy.put("users", policy.path("byUser").size());
      greatestUsers(policy);
      var course = LoadCourse.of(schedules.get(at), until);
      policy.set("course", PageFile.MAPPER.valueToTree(course));
    }
    shown.set("waits", PageFile.MAPPER.valueToTree(WaitShares.of(schedules)));
  }

  private static ObjectNode options(ReplayFacts facts) {
    return PageFile.MAPPER
        .createObjectNode()
        .put("log", facts.log())
        .put("jobs", facts.taken())
        .put("period", facts.periodTicks() / 1000.0)
        .put("estimates", facts.estimates())
        .put("arrivalFactor", facts.arrivalFactor())
        .put("shuffled", facts.shuffled())
        .put("clampProcessors", facts.clampProcessors())
        .put("keepOverruns", facts.keepOverruns());
  }

  private static void greatestUsers(ObjectNode policy) {
    var users = new ArrayList<JsonNode>();
    policy.path("byUser").forEach(users::add);
    users.sort(
        Comparator.comparingDouble((JsonNode user) -> -user.path("processorSeconds").asDouble())
            .thenComparingLong(user -> user.path("user").asLong()));
    policy.putArray("byUser").addAll(users.subList(0, Math.min(MOST_USERS, users.size())));
  }
}
