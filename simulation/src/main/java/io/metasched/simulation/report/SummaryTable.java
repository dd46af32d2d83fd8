package io.metasched.simulation.report;

import static io.metasched.simulation.report.TextTable.left;
import static io.metasched.simulation.report.TextTable.right;

import com.github.freva.asciitable.ColumnData;
import io.metasched.simulation.metric.JobStatistics;
import io.metasched.simulation.metric.OwnerStatistics;
import io.metasched.simulation.metric.VoStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The tables a simulation prints: policies side by side, then each policy's groups and owners. */
public final class SummaryTable {
  private static final int MOST_USERS = 10;

  private SummaryTable() {}

  /** All tables, one under the other. */
  public static String of(List<PolicyReport> reports) {
    var text = new StringBuilder();
    text.append(
        TextTable.of("Policies (means over finished jobs, from submission)", reports, policies()));
    for (var report : reports) {
      var statistics = report.statistics();
      var groups = new ArrayList<>(statistics.byCriterion());
      statistics.byUser().stream().limit(MOST_USERS).forEach(groups::add);
      var title = report.header().policy() + ": by criterion and user" + more(statistics.byUser());
      text.append('\n').append(TextTable.of(title, groups, groups()));
      title = report.header().policy() + ": by owner";
      text.append('\n').append(TextTable.of(title, statistics.byOwner(), owners()));
      var fairness = statistics.fairness();
      if (fairness.organizations().size() > 1) {
        title = "%s: by organization (Jain's index of the shares of node time %.3f)";
        title = String.format(Locale.ROOT, title, report.header().policy(), fairness.jainIndex());
        text.append('\n').append(TextTable.of(title, fairness.organizations(), organizations()));
      }
    }
    return text.toString();
  }

  private static String more(List<JobStatistics> users) {
    int more = users.size() - MOST_USERS;
    return more > 0 ? " (%d more users are in summary.json)".formatted(more) : "";
  }

  private static List<ColumnData<PolicyReport>> policies() {
    var columns = new ArrayList<ColumnData<PolicyReport>>();
    columns.add(left("policy", report -> report.header().policy()));
    columns.addAll(jobs(report -> report.statistics().all()));
    columns.add(right("requeued", r -> count(r.statistics().all().requeued())));
    columns.add(right("failed cycles", r -> count(r.header().failedCycles())));
    columns.add(right("violations", r -> count(r.violations())));
    return columns;
  }

  private static List<ColumnData<JobStatistics>> groups() {
    var columns = new ArrayList<ColumnData<JobStatistics>>();
    columns.add(left("group", JobStatistics::group));
    columns.addAll(jobs(group -> group));
    return columns;
  }

  private static <T> List<ColumnData<T>> jobs(Function<T, JobStatistics> of) {
    return List.of(
        right("jobs", row -> count(of.apply(row).submitted())),
        right("finished", row -> count(of.apply(row).finished())),
        right("refused", row -> count(of.apply(row).refused())),
        right("withdrawn", row -> count(of.apply(row).withdrawn())),
        right("waiting", row -> count(of.apply(row).waiting())),
        right("start", row -> mean(of.apply(row).meanStart())),
        right("runtime", row -> mean(of.apply(row).meanRuntime())),
        right("planned", row -> mean(of.apply(row).meanRuntimePlanned())),
        right("finish", row -> mean(of.apply(row).meanFinish())),
        right("cost", row -> mean(of.apply(row).meanCost())),
        right("proc.time", row -> mean(of.apply(row).meanProcTime())),
        right("alternatives", row -> mean(of.apply(row).meanAlternatives())));
  }

  private static List<ColumnData<OwnerStatistics>> owners() {
    return List.of(
        left("domain", owner -> count(owner.domain())),
        right("nodes", owner -> count(owner.nodes())),
        right("parts", owner -> count(owner.parts())),
        right("proc.time", owner -> mean(owner.procTime())),
        right("income", owner -> mean(owner.income())),
        right("utilisation", owner -> percent(owner.utilisation())),
        right("local", owner -> percent(owner.localUtilisation())),
        right("local jobs", owner -> count(owner.localJobs())),
        right("local wait", owner -> mean(owner.meanLocalWait())));
  }

  private static List<ColumnData<VoStatistics>> organizations() {
    return List.of(
        left("organization", vo -> count(vo.vo())),
        right("jobs", vo -> count(vo.submitted())),
        right("finished", vo -> count(vo.finished())),
        right("wait", vo -> mean(vo.meanWait())),
        right("flow", vo -> mean(vo.meanFlow())),
        right("spent", vo -> mean(vo.spent())),
        right("node time", vo -> percent(vo.nodeTimeShare())));
  }

  private static String count(int value) {
    return Integer.toString(value);
  }

  private static String mean(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.1f", value);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }
}
