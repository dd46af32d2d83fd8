package io.metasched.simulation.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.replay.LoadCourse;
import io.metasched.simulation.replay.PolicyReplay;
import io.metasched.simulation.replay.ProcessorRanges;
import io.metasched.simulation.replay.ReplayJob;
import io.metasched.simulation.replay.Schedule;
import io.metasched.simulation.replay.WaitShares;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

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
        page.block("run-" + at, block -> chart(block, schedule, limits.bars()));
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
    long until = replays.stream().mapToLong(ReplayPage::lastEnd).max().orElse(0);
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

  private static long lastEnd(PolicyReplay replay) {
    var schedule = replay.schedule();
    long last = 0;
    for (int job = 0; job < schedule.jobs().size(); job++) {
      last = schedule.hasStarted(job) ? Math.max(last, schedule.endTick(job)) : last;
    }
    return last;
  }

  private static void greatestUsers(ObjectNode policy) {
    var users = new ArrayList<ObjectNode>();
    policy.path("byUser").forEach(user -> users.add((ObjectNode) user));
    users.sort(
        Comparator.comparingDouble((ObjectNode user) -> -user.path("processorSeconds").asDouble())
            .thenComparingInt(user -> user.path("user").asInt()));
    policy.putArray("byUser").addAll(users.subList(0, Math.min(MOST_USERS, users.size())));
  }

  /**
   * The jobs of the chart by their starts, as packed columns: times in {@code unitTicks}, starts as
   * differences, what is at least something else as the excess over it.
   */
  private static void chart(JsonGenerator json, Schedule schedule, int mostJobs)
      throws IOException {
    var dealt = ProcessorRanges.of(schedule, mostJobs);
    var shown = dealt.jobs();
    long origin = schedule.jobs().isEmpty() ? 0 : schedule.jobs().get(0).submitTick();
    long unit = unit(schedule, shown, origin);
    json.writeStartObject();
    json.writeNumberField("processors", schedule.processors());
    json.writeNumberField("total", schedule.jobs().size());
    json.writeNumberField("count", shown.size());
    json.writeNumberField("unitTicks", unit);
    json.writeNumberField("originTick", origin);
    boolean isCut = shown.size() == mostJobs && mostJobs < schedule.jobs().size();
    long until = isCut ? schedule.startTicks()[shown.get(mostJobs - 1)] : -1;
    json.writeNumberField("shownUntilTick", until);
    var ids = new PackedNumbers();
    var starts = new PackedNumbers();
    shown.forEach(job -> ids.addChange(schedule.jobs().get(job).id()));
    shown.forEach(job -> starts.addChange((schedule.startTicks()[job] - origin) / unit));
    json.writeStringField("id", ids.toString());
    json.writeStringField("start", starts.toString());
    column(
        json,
        "wait",
        shown,
        i -> Math.max(0, schedule.startTicks()[i] - schedule.jobs().get(i).submitTick()) / unit);
    ofJobs(json, "run", schedule, shown, job -> job.runTicks() / unit);
    ofJobs(json, "slack", schedule, shown, job -> (job.estimateTicks() - job.runTicks()) / unit);
    ofJobs(json, "user", schedule, shown, job -> Math.max(0, job.user() + 1L));
    ranges(json, dealt);
    json.writeEndObject();
  }

  /** The greatest length of time that all times are multiples of, so that numbers are short. */
  private static long unit(Schedule schedule, List<Integer> shown, long origin) {
    long unit = origin;
    for (int i : shown) {
      var job = schedule.jobs().get(i);
      for (long tick :
          new long[] {
            job.submitTick(), schedule.startTicks()[i], job.runTicks(), job.estimateTicks()
          }) {
        unit = greatestDivisor(unit, tick);
      }
    }
    return Math.max(1, unit);
  }

  private static long greatestDivisor(long one, long other) {
    return other == 0 ? one : greatestDivisor(other, one % other);
  }

  private static void ofJobs(
      JsonGenerator json,
      String name,
      Schedule schedule,
      List<Integer> shown,
      ToLongFunction<ReplayJob> value)
      throws IOException {
    column(json, name, shown, i -> value.applyAsLong(schedule.jobs().get(i)));
  }

  private static void column(
      JsonGenerator json, String name, List<Integer> shown, ToLongFunction<Integer> value)
      throws IOException {
    var packed = new PackedNumbers();
    shown.forEach(job -> packed.add(value.applyAsLong(job)));
    json.writeStringField(name, packed.toString());
  }

  /** How many ranges each job has; and of each range the gap to the one before, and its size. */
  private static void ranges(JsonGenerator json, ProcessorRanges dealt) throws IOException {
    var counts = new PackedNumbers();
    var gaps = new PackedNumbers();
    var sizes = new PackedNumbers();
    for (int place = 0; place < dealt.jobs().size(); place++) {
      counts.add(dealt.endRange(place) - dealt.firstRange(place));
      int behind = 0;
      for (int range = dealt.firstRange(place); range < dealt.endRange(place); range++) {
        gaps.add(dealt.from(range) - behind);
        sizes.add(dealt.count(range));
        behind = dealt.from(range) + dealt.count(range);
      }
    }
    json.writeNumberField("ranges", dealt.ranges());
    json.writeStringField("rangeCount", counts.toString());
    json.writeStringField("gap", gaps.toString());
    json.writeStringField("size", sizes.toString());
  }
}
