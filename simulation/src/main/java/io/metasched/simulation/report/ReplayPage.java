package io.metasched.simulation.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.replay.LoadCourse;
import io.metasched.simulation.replay.PolicyReplay;
import io.metasched.simulation.replay.ProcessorRanges;
import io.metasched.simulation.replay.WaitShares;
import io.metasched.simulation.report.ScheduleChart.Column;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A replay as one HTML file that needs nothing else: policies side by side, waits, load over time,
 * and a chart of processors against time. Equal replays give equal bytes.
 */
public final class ReplayPage {
  private static final List<String> SCRIPTS =
      List.of(
          "page.js",
          "charts.js",
          "lanes.js",
          "gantt-view.js",
          "gantt.js",
          "replay-charts.js",
          "replay-gantt.js",
          "schedule-views.js",
          "replay.js",
          "replay-selftest.js");

  /** Users whose rows the page has, of each policy. */
  private static final int MOST_USERS = 200;

  private ReplayPage() {}

  /**
   * Writes the page.
   *
   * @param summary as {@link ReplayJson} makes it
   * @param violations how many the check found
   * @param file is made; a file there is replaced
   */
  public static void write(
      ObjectNode summary, List<PolicyReplay> replays, int violations, Path file)
      throws IOException {
    write(summary, replays, violations, file, PageLimits.DEFAULT.among(replays.size()));
  }

  static void write(
      ObjectNode summary, List<PolicyReplay> replays, int violations, Path file, PageLimits limits)
      throws IOException {
    try (var page = PageFile.open(file, "replay.html", "report.css")) {
      for (int at = 0; at < replays.size(); at++) {
        var schedule = replays.get(at).schedule();
        var dealt = ProcessorRanges.of(schedule, limits.bars());
        var user = new Column("user", false, job -> schedule.jobs().get(job).user() + 1L);
        page.block(
            "run-" + at,
            block -> new ScheduleChart(schedule, dealt, 1, List.of(user)).write(block));
      }
      var facts = facts(summary, replays, violations);
      page.block("replay", block -> PageFile.MAPPER.writeTree(block, facts));
      page.end(SCRIPTS);
    }
  }

  private static ObjectNode facts(ObjectNode summary, List<PolicyReplay> replays, int violations) {
    var facts = summary.deepCopy();
    facts.put("violations", violations);
    var seed = facts.path("options").path("seed"); // a script has no whole number of 64 bits
    if (seed.isNumber()) {
      ((ObjectNode) facts.path("options")).put("seed", seed.asText());
    }
    long until =
        replays.stream().mapToLong(replay -> replay.schedule().lastEndTick()).max().orElse(0);
    for (int at = 0; at < replays.size(); at++) {
      var policy = (ObjectNode) facts.path("policies").path(at);
      policy.remove(List.of("wallSeconds", "jobsPerSecond"));
      policy.put("users", policy.path("byUser").size());
      greatestUsers(policy);
      var course = LoadCourse.of(replays.get(at).schedule(), until);
      policy.set("course", PageFile.MAPPER.valueToTree(course));
    }
    facts.set("waits", PageFile.MAPPER.valueToTree(WaitShares.of(replays)));
    return facts;
  }

  private static void greatestUsers(ObjectNode policy) {
    var users = new ArrayList<ObjectNode>();
    policy.path("byUser").forEach(user -> users.add((ObjectNode) user));
    users.sort(
        Comparator.comparingDouble((ObjectNode user) -> -user.path("processorSeconds").asDouble())
            .thenComparingInt(user -> user.path("user").asInt()));
    policy.putArray("byUser").addAll(users.subList(0, Math.min(MOST_USERS, users.size())));
  }
}
