package io.metasched.simulation.report;

import static io.metasched.simulation.report.TextTable.left;
import static io.metasched.simulation.report.TextTable.number;

import com.github.freva.asciitable.ColumnData;
import io.metasched.simulation.replay.PolicyReplay;
import io.metasched.simulation.replay.ReplayGroup;
import io.metasched.simulation.workload.trace.Trace;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** What a replay prints: policies side by side, then each one's sizes and greatest users. */
public final class ReplayTable {
  private static final int MOST_USERS = 5;

  private ReplayTable() {}

  /** All tables, one under the other. */
  public static String of(Trace trace, List<PolicyReplay> replays) {
    var text = new StringBuilder();
    text.append(
        "%s: %d jobs on %d processors%s%n"
            .formatted(trace.name(), trace.jobs().size(), trace.processors(), account(trace)));
    text.append(TextTable.of("Policies (seconds)", replays, policies()));
    for (var replay : replays) {
      text.append('\n')
          .append(
              TextTable.of(
                  replay.policy() + ": by size (processors up to)",
                  replay.bySize(),
                  groups("up to")));
      var users =
          replay.byUser().stream()
              .sorted(Comparator.comparingDouble(ReplayGroup::processorSeconds).reversed())
              .limit(MOST_USERS)
              .toList();
      text.append('\n')
          .append(
              TextTable.of(replay.policy() + ": the users with most work", users, groups("user")));
    }
    return text.toString();
  }

  private static String account(Trace trace) {
    var dropped =
        trace.dropped().entrySet().stream()
            .map(entry -> "%s: %d".formatted(entry.getKey().words(), entry.getValue()))
            .collect(Collectors.joining(", "));
    return (dropped.isEmpty() ? "" : "; dropped: " + dropped)
        + (trace.clamped() > 0 ? "; cut to the machine: " + trace.clamped() : "")
        + (trace.malformed() > 0 ? "; malformed lines: " + trace.malformed() : "");
  }

  private static List<ColumnData<PolicyReplay>> policies() {
    return List.of(
        left("policy", PolicyReplay::policy),
        number("period", "%.0f", r -> r.periodTicks() / 1000.0),
        number("jobs", "%.0f", r -> r.metrics().jobs()),
        number("wait", "%.1f", r -> r.metrics().meanWait()),
        number("p50", "%.0f", r -> r.metrics().p50Wait()),
        number("p95", "%.0f", r -> r.metrics().p95Wait()),
        number("p99", "%.0f", r -> r.metrics().p99Wait()),
        number("flow", "%.1f", r -> r.metrics().meanFlow()),
        number("slowdown", "%.2f", r -> r.metrics().meanSlowdown()),
        number("bounded", "%.2f", r -> r.metrics().meanBoundedSlowdown()),
        number("makespan", "%.0f", r -> r.metrics().makespan()),
        number("utilisation", "%.4f", r -> r.metrics().utilisation()),
        number("max queue", "%.0f", r -> r.schedule().mostWaiting()),
        number("jobs/s", "%.0f", r -> r.metrics().jobs() / r.wallSeconds()));
  }

  private static List<ColumnData<ReplayGroup>> groups(String key) {
    return List.of(
        number(key, "%.0f", ReplayGroup::key),
        number("jobs", "%.0f", ReplayGroup::jobs),
        number("wait", "%.1f", ReplayGroup::meanWait),
        number("flow", "%.1f", ReplayGroup::meanFlow),
        number("bounded", "%.2f", ReplayGroup::meanBoundedSlowdown),
        number("processor seconds", "%.0f", ReplayGroup::processorSeconds));
  }
}
