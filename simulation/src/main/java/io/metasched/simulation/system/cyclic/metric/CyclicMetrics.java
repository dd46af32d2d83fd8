package io.metasched.simulation.system.cyclic.metric;

import static io.metasched.metascheduler.cyclic.flow.JobStatus.BOOKED;
import static io.metasched.metascheduler.cyclic.flow.JobStatus.FINISHED;
import static io.metasched.metascheduler.cyclic.flow.JobStatus.REFUSED;
import static io.metasched.metascheduler.cyclic.flow.JobStatus.WAITING;
import static io.metasched.metascheduler.cyclic.flow.JobStatus.WITHDRAWN;

import io.metasched.resource.model.Criterion;
import io.metasched.simulation.metric.Grouping;
import io.metasched.simulation.metric.Metric;
import io.metasched.simulation.metric.MetricSet;
import io.metasched.simulation.metric.Percentiles;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import io.metasched.simulation.system.cyclic.rule.ExactFigures;
import io.metasched.simulation.system.cyclic.rule.ExactFigures.Placed;
import io.metasched.simulation.system.cyclic.rule.ExactWorkflowFigures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Metrics of a cyclic run; the glossary has the formulas. */
public final class CyclicMetrics {
  private static final String GROUP = "group";

  private static final List<Metric<JobGroup>> OF_JOBS =
      Percentiles.beside(
          "meanStart",
          List.of(
              new Metric<>(
                  "submitted",
                  "jobs",
                  "Submitted jobs",
                  Unit.JOBS,
                  JobGroup::submitted,
                  ExactFigures.jobs(job -> true)),
              new Metric<>(
                  "finished",
                  "finished",
                  "Finished jobs",
                  Unit.JOBS,
                  JobGroup::finished,
                  ExactFigures.outcomes(FINISHED)),
              new Metric<>(
                  "refused",
                  "refused",
                  "Refused jobs",
                  Unit.JOBS,
                  group -> group.count(REFUSED),
                  ExactFigures.outcomes(REFUSED)),
              new Metric<>(
                  "withdrawn",
                  "withdrawn",
                  "Withdrawn jobs",
                  Unit.JOBS,
                  group -> group.count(WITHDRAWN),
                  ExactFigures.outcomes(WITHDRAWN)),
              new Metric<>(
                  "waiting",
                  "waiting",
                  "Jobs waiting at the end",
                  "submitted - finished - refused - withdrawn",
                  Unit.JOBS,
                  JobGroup::waiting,
                  ExactFigures.outcomes(WAITING, BOOKED)),
              new Metric<>(
                  "requeued",
                  "requeued",
                  "Jobs requeued after refusals by owners",
                  Unit.COUNT,
                  JobGroup::requeued,
                  ExactFigures::requeues),
              new Metric<>(
                  "stopped",
                  "",
                  "Jobs stopped at their reserved end",
                  Unit.JOBS,
                  JobGroup::stopped,
                  ExactFigures.jobs(JobRow::stopped)),
              new Metric<>(
                  "meanStart",
                  "start",
                  "Start of a job after its submission",
                  "mean of s - q",
                  Unit.TIME,
                  JobGroup::meanStart,
                  ExactFigures.mean(Placed::start)),
              new Metric<>(
                  "meanRuntime",
                  "runtime",
                  "Runtime of a job",
                  "mean of max r_i - s",
                  Unit.TIME,
                  JobGroup::meanRuntime,
                  ExactFigures.mean(Placed::runtime)),
              new Metric<>(
                  "meanRuntimePlanned",
                  "planned",
                  "Runtime of a job as reserved",
                  "mean of max e_i - s",
                  Unit.TIME,
                  JobGroup::meanRuntimePlanned,
                  ExactFigures.mean(Placed::runtimePlanned)),
              new Metric<>(
                  "meanFinish",
                  "finish",
                  "Finish of a job after its submission",
                  "mean of max r_i - q",
                  Unit.TIME,
                  JobGroup::meanFinish,
                  ExactFigures.mean(Placed::finish)),
              new Metric<>(
                  "meanFinishPlanned",
                  "",
                  "Finish of a job after its submission, as reserved",
                  "mean of max e_i - q",
                  Unit.TIME,
                  JobGroup::meanFinishPlanned,
                  ExactFigures.mean(Placed::finishPlanned)),
              new Metric<>(
                  "meanCost",
                  "cost",
                  "Cost of a job",
                  "mean of sum c_i, before refunds for unused time",
                  Unit.MONEY,
                  JobGroup::meanCost,
                  ExactFigures.mean(Placed::cost)),
              new Metric<>(
                  "meanProcTime",
                  "proc.time",
                  "Processor time of a job",
                  "mean of sum (e_i - s)",
                  Unit.TIME,
                  JobGroup::meanProcTime,
                  ExactFigures.mean(Placed::procTime)),
              new Metric<>(
                  "meanProcTimeReal",
                  "",
                  "Processor time of a job in reality",
                  "mean of sum (r_i - s)",
                  Unit.TIME,
                  JobGroup::meanProcTimeReal,
                  ExactFigures.mean(Placed::procTimeReal)),
              new Metric<>(
                  "meanAlternatives",
                  "alternatives",
                  "Alternatives of a job",
                  "mean number in the cycle that booked the job",
                  Unit.ALTERNATIVES,
                  JobGroup::meanAlternatives,
                  ExactFigures::meanAlternatives)),
          jobs -> jobs.values(FinishedJob::waitTicks),
          ExactFigures.values(Placed::start));

  private static final List<Metric<OwnerGroup>> OF_OWNERS =
      Percentiles.beside(
          "meanLocalWait",
          List.of(
              new Metric<>(
                  "nodes",
                  "nodes",
                  "Nodes",
                  Unit.NODES,
                  group -> group.nodes().size(),
                  ExactFigures::nodes),
              new Metric<>(
                  "parts",
                  "parts",
                  "Parts of jobs",
                  Unit.COUNT,
                  group -> group.parts().size(),
                  ExactFigures::parts),
              new Metric<>(
                  "procTime",
                  "proc.time",
                  "Time in which jobs ran",
                  "P = sum of real end - start over the parts",
                  Unit.TIME,
                  OwnerGroup::procTime,
                  ExactFigures::procTime),
              new Metric<>(
                  "income",
                  "income",
                  "Income",
                  "sum of charges - sum of refunds",
                  Unit.MONEY,
                  OwnerGroup::income,
                  group -> ExactFigures.balance(group.payments())),
              new Metric<>(
                  "utilisation",
                  "utilisation",
                  "Share of the nodes' time in which jobs ran",
                  "P / (n T)",
                  Unit.SHARE,
                  OwnerGroup::utilisation,
                  ExactFigures::utilisation),
              new Metric<>(
                  "localUtilisation",
                  "local",
                  "Share of the nodes' time in which local jobs ran",
                  "time of local jobs before T / (n T)",
                  Unit.SHARE,
                  OwnerGroup::localUtilisation,
                  ExactFigures::localUtilisation),
              new Metric<>(
                  "localJobs",
                  "local jobs",
                  "Local jobs that arrived and were placed",
                  Unit.JOBS,
                  OwnerGroup::localJobs,
                  ExactFigures::localJobs),
              new Metric<>(
                  "meanLocalWait",
                  "local wait",
                  "Wait of a local job",
                  "mean of start - arrival",
                  Unit.TIME,
                  OwnerGroup::meanLocalWait,
                  ExactFigures::meanLocalWait)),
          OwnerGroup::localWaits,
          ExactFigures::localWaits);

  private static final List<Metric<VoGroup>> OF_ORGANIZATIONS =
      Percentiles.beside(
          "meanWait",
          List.of(
              ofJobs("submitted", "jobs", VoGroup::jobs),
              ofJobs("finished", "finished", VoGroup::jobs),
              new Metric<>(
                  "meanWait",
                  "wait",
                  "Wait of a job",
                  "mean of s - q",
                  Unit.TIME,
                  vo -> vo.jobs().meanStart(),
                  vo -> ExactFigures.mean(Placed::start).apply(vo.jobs())),
              new Metric<>(
                  "meanFlow",
                  "flow",
                  "Flow time of a job",
                  "mean of max r_i - q",
                  Unit.TIME,
                  vo -> vo.jobs().meanFinish(),
                  vo -> ExactFigures.mean(Placed::finish).apply(vo.jobs())),
              new Metric<>(
                  "spent",
                  "spent",
                  "Charges of its users minus their refunds",
                  "sum of charges - sum of refunds",
                  Unit.MONEY,
                  VoGroup::spent,
                  vo -> ExactFigures.balance(vo.payments())),
              new Metric<>(
                  "nodeTimeShare",
                  "node time",
                  "Share of all nodes' time in which its jobs ran",
                  "x = (sum of real end - start over its parts) / (n T)",
                  Unit.SHARE,
                  VoGroup::nodeTimeShare,
                  ExactFigures::nodeTimeShare)),
          vo -> vo.jobs().values(FinishedJob::waitTicks),
          vo -> ExactFigures.values(Placed::start).apply(vo.jobs()));

  /** All metrics, in the order of summary.json. */
  public static final MetricSet<CyclicRun> ALL =
      new MetricSet<>(
          ofRuns(),
          List.of(
              new Grouping<>(
                  "byCriterion",
                  GROUP,
                  run -> labelled(JobGroup.by(run, row -> row.job().criterion()), Criterion::label),
                  OF_JOBS),
              new Grouping<>(
                  "byUser",
                  GROUP,
                  run -> labelled(JobGroup.by(run, row -> row.job().user()), run.names()::user),
                  OF_JOBS,
                  List.of("finished", "meanProcTime")),
              new Grouping<>(
                  "byOwner",
                  "domain",
                  run -> labelled(OwnerGroup.byDomain(run), named(run.names().owners())),
                  OF_OWNERS),
              new Grouping<>(
                  "byVo",
                  "vo",
                  run -> labelled(VoGroup.of(run), named(run.names().organizations())),
                  OF_ORGANIZATIONS)));

  private CyclicMetrics() {}

  /** Returns a function that labels a number with its name, or with the number if it has none. */
  private static Function<Integer, String> named(SortedMap<Integer, String> names) {
    return number -> names.getOrDefault(number, String.valueOf(number));
  }

  private static List<Metric<CyclicRun>> ofRuns() {
    var metrics = new ArrayList<Metric<CyclicRun>>();
    OF_JOBS.forEach(metric -> metrics.add(metric.of(JobGroup::of)));
    metrics.add(
        new Metric<>(
            "cycles", "", "Cycles", Unit.CYCLES, r -> r.header().cycles(), ExactFigures::cycles));
    metrics.add(
        new Metric<>(
            "failedCycles",
            "failed cycles",
            "Cycles in which some job had no alternative",
            Unit.CYCLES,
            run -> run.header().failedCycles(),
            ExactFigures::failedCycles));
    metrics.add(
        new Metric<>(
            "utilisation",
            "utilisation",
            "Share of all nodes' time in which jobs ran",
            "P / (n T)",
            Unit.SHARE,
            run -> OwnerGroup.of(run).utilisation(),
            run -> ExactFigures.utilisation(OwnerGroup.of(run))));
    metrics.add(
        new Metric<>(
            "income",
            "income",
            "Income of all owners",
            "sum of charges - sum of refunds",
            Unit.MONEY,
            run -> OwnerGroup.of(run).income(),
            run -> ExactFigures.balance(run.payments())));
    metrics.add(
        new Metric<>(
            "jainIndex",
            "",
            "Jain's index of the organizations' shares of node time",
            "(sum x)^2 / (k sum x^2) over k organizations: 1 if all are equal, 1/k if one has all",
            Unit.NONE,
            VoGroup::jainIndex,
            ExactFigures::jainIndex));
    metrics.addAll(ofWorkflows());
    return metrics;
  }

  private static List<Metric<CyclicRun>> ofWorkflows() {
    return List.of(
        new Metric<>(
            "workflows",
            "",
            "Workflows",
            Unit.COUNT,
            run -> run.workflows().size(),
            ExactWorkflowFigures::workflows),
        new Metric<>(
            "finishedWorkflows",
            "workflows",
            "Workflows whose jobs have all finished, by the deadline if there is one",
            Unit.COUNT,
            run -> run.workflows().isEmpty() ? Double.NaN : WorkflowGroup.of(run).count(),
            ExactWorkflowFigures::finished),
        new Metric<>(
            "meanMakespan",
            "makespan",
            "Makespan of a finished workflow",
            "mean of max r_i - q over its parts",
            Unit.TIME,
            run -> WorkflowGroup.of(run).meanMakespan(),
            ExactWorkflowFigures::meanMakespan),
        new Metric<>(
            "meanWorkflowCost",
            "workflow cost",
            "Cost of a finished workflow",
            "mean of sum c_i over its parts",
            Unit.MONEY,
            run -> WorkflowGroup.of(run).meanCost(),
            ExactWorkflowFigures::meanCost));
  }

  private static <G> Metric<G> named(List<Metric<G>> metrics, String key) {
    return metrics.stream()
        .filter(metric -> metric.key().equals(key))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no metric " + key));
  }

  private static <G> Metric<G> ofJobs(String key, String header, Function<G, JobGroup> jobs) {
    return named(OF_JOBS, key).of(jobs, header);
  }

  /** Labels groups, in the order of their keys. */
  private static <K extends Comparable<K>, G> SortedMap<String, G> labelled(
      SortedMap<K, G> groups, Function<K, String> label) {
    var places = new TreeMap<String, Integer>();
    groups.keySet().forEach(key -> places.put(label.apply(key), places.size()));
    var labelled =
        new TreeMap<String, G>(
            Comparator.comparingInt((String one) -> places.getOrDefault(one, -1))
                .thenComparing(Comparator.naturalOrder()));
    groups.forEach((key, group) -> labelled.put(label.apply(key), group));
    return labelled;
  }
}
