package io.metasched.simulation.report;

import static io.metasched.simulation.report.TextTable.left;
import static io.metasched.simulation.report.TextTable.number;

import com.github.freva.asciitable.ColumnData;
import io.metasched.simulation.twolevel.TwoLevelMetrics;
import io.metasched.simulation.twolevel.TwoLevelRun;
import io.metasched.simulation.twolevel.TwoLevelRuns;
import java.util.List;

/** What a simulation of two levels prints: policies side by side, then each one's providers. */
public final class TwoLevelTable {
  private static final int MOST_PROVIDERS = 10;

  private TwoLevelTable() {}

  /** All tables, one under the other. */
  public static String of(TwoLevelRuns all) {
    var first = all.runs().get(0);
    var text = new StringBuilder();
    text.append(
        "%s: %d jobs on %d x %d processors, %d of them reservations; driver %s%n"
            .formatted(
                all.scenario(),
                first.outcome().jobs().size(),
                first.setting().providers(),
                first.setting().processors(),
                first.metrics().criteria().reservations(),
                all.driver()));
    all.notes().forEach(note -> text.append(note).append('\n'));
    text.append(TextTable.of("Policies (seconds)", all.runs(), policies()));
    for (var run : all.runs()) {
      var providers = run.metrics().byProvider();
      int more = Math.max(0, providers.size() - MOST_PROVIDERS);
      var title =
          run.policy()
              + ": by provider"
              + (more > 0 ? " (%d more are in summary.json)".formatted(more) : "");
      var shown = providers.stream().limit(MOST_PROVIDERS).toList();
      text.append('\n').append(TextTable.of(title, shown, providers()));
    }
    return text.toString();
  }

  private static List<ColumnData<TwoLevelRun>> policies() {
    return List.of(
        left("policy", TwoLevelRun::policy),
        number("U", "%.4f", run -> run.metrics().criteria().utilisation()),
        number("F", "%.1f", run -> run.metrics().criteria().meanFlow()),
        number("D", "%.1f", run -> run.metrics().criteria().meanTardiness()),
        number("wait", "%.1f", run -> run.metrics().meanWait()),
        number("batch wait", "%.1f", run -> run.metrics().meanBatchWait()),
        number("in time", "%.0f", run -> run.metrics().inTime()),
        number("late", "%.0f", run -> run.metrics().late()),
        number("refused", "%.0f", run -> run.metrics().criteria().refused()),
        number("stopped", "%.0f", run -> run.metrics().criteria().stopped()),
        number("makespan", "%.0f", run -> run.metrics().makespan()),
        number("violations", "%.0f", TwoLevelRun::violations));
  }

  private static List<ColumnData<TwoLevelMetrics.OfProvider>> providers() {
    return List.of(
        number("provider", "%.0f", TwoLevelMetrics.OfProvider::provider),
        number("jobs", "%.0f", TwoLevelMetrics.OfProvider::jobs),
        number("reservations", "%.0f", TwoLevelMetrics.OfProvider::reservations),
        number("processor seconds", "%.0f", TwoLevelMetrics.OfProvider::processorSeconds),
        number("utilisation", "%.4f", TwoLevelMetrics.OfProvider::utilisation));
  }
}
