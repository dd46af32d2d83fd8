package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.JobId;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Replication;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.system.cyclic.metric.JobGroup;
import io.metasched.simulation.system.cyclic.model.Scenario;
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import io.metasched.simulation.system.cyclic.rows.PlacementRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Experiment on the number of jobs, out of 20, that BSF should batch-slice before it backfills the
 * others.
 *
 * <p>Source: the cyclic scheduling paper, section 7.1, figure 9. The first sub-batch is the head of
 * the queue. The experiment compares it with the two choices that section 4 names but the paper
 * does not measure: the most expensive jobs and the most demanding jobs. Processor time and start
 * are as scheduled, with every job lasting as long as reserved. {@code startReal} is the start in
 * the same batch when jobs end early and the backfilled jobs move forward. Failed cycles have no
 * values.
 */
public final class CyclicBsf implements Experiment {
  private static final List<Integer> FIRST_JOBS =
      IntStream.rangeClosed(0, 10).mapToObj(step -> 2 * step).toList();
  private static final int ALL_JOBS = 20;
  private static final String PROC_TIME = "procTime";
  private static final String START = "start";
  private static final String REAL_START = "startReal";
  private static final String BY_ORDER = "order";
  private static final String MOST_DEMANDING = "most-demanding";

  /** Share of the pairs of jobs that start in the order of the queue. */
  private static final String IN_ORDER = "inOrder";

  /** Share of the vacant time up to the last real end that is used. */
  private static final String USED = "usedReal";

  /** Processor time of the more demanding half of the jobs. */
  private static final String DEMANDING = MOST_DEMANDING + ".half.procTime";

  private static final List<String> OTHER_CHOICES = List.of("most-expensive", MOST_DEMANDING);
  private static final List<String> ROWS = FIRST_JOBS.stream().map(CyclicBsf::row).toList();

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("cyclic-bsf");
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    ROWS.forEach(
        row ->
            List.of(PROC_TIME, START, REAL_START)
                .forEach(column -> measures.add(Measure.ours(row, column))));
    for (var choice : OTHER_CHOICES) {
      ROWS.forEach(
          row ->
              List.of(PROC_TIME, START)
                  .forEach(column -> measures.add(Measure.ours(row, prefix(choice) + column))));
    }
    ROWS.forEach(
        row ->
            List.of(PROC_TIME, START, REAL_START)
                .forEach(column -> measures.add(Measure.ours(row, EXACT + column))));
    ROWS.forEach(
        row ->
            List.of(IN_ORDER, USED, DEMANDING)
                .forEach(column -> measures.add(Measure.ours(row, column))));
    return measures;
  }

  private static String row(int firstJobs) {
    return "n=" + firstJobs;
  }

  /** Returns the prefix of the columns of a choice of the first sub-batch. */
  private static String prefix(String choice) {
    return choice.equals(BY_ORDER) ? "" : choice + ".";
  }

  private record Variant(String row, String prefix, NamedPolicy policy) {}

  /** Batch with estimated or with actual run times. */
  private record Batch(Scenario scenario, boolean real, List<Variant> variants) {}

  @Override
  public Replicable replicable(ExperimentContext context) {
    var text = context.environment(ScenarioReader.SCHEMA, "cyclic-batch-medium");
    var estimated = new ArrayList<Variant>();
    var real = new ArrayList<Variant>();
    for (int first : FIRST_JOBS) {
      for (var choice : OTHER_CHOICES) {
        estimated.add(published(text, first, choice));
      }
      var exact =
          new Variant(row(first), EXACT, BatchCycle.exact(text, "bsf", options(first, BY_ORDER)));
      var byOrder = published(text, first, BY_ORDER);
      for (var variants : List.of(estimated, real)) {
        variants.add(byOrder);
        variants.add(exact);
      }
    }
    var batches =
        List.of(
            new Batch(BatchCycle.scenario(BatchCycle.asEstimated(text)), false, estimated),
            new Batch(BatchCycle.scenario(text), true, real));
    return (replication, observations) ->
        batches.forEach(batch -> replicate(batch, replication, observations));
  }

  private static Variant published(ScenarioText text, int first, String choice) {
    return new Variant(
        row(first), prefix(choice), BatchCycle.published(text, "bsf", options(first, choice)));
  }

  private static String[] options(int first, String choice) {
    return new String[] {"policy.bsf.n=" + first, "policy.bsf.first=" + choice};
  }

  private static void replicate(Batch batch, Replication replication, Observations to) {
    var cycle = BatchCycle.of(batch.scenario(), replication);
    for (var variant : batch.variants()) {
      var outcome = cycle.schedule(variant.policy(), to);
      if (outcome.failed()) {
        continue;
      }
      var jobs = outcome.jobs();
      if (batch.real()) {
        to.put(variant.row(), variant.prefix() + REAL_START, jobs.meanStart());
        if (variant.prefix().isEmpty()) {
          var use = VacantUse.of(cycle.instance());
          to.put(variant.row(), USED, use.share(outcome.run().placements(), PlacementRow::realEnd));
        }
      } else {
        if (variant.prefix().isEmpty()) {
          to.put(variant.row(), IN_ORDER, inOrder(outcome.run()));
        } else if (variant.prefix().equals(prefix(MOST_DEMANDING))) {
          to.put(variant.row(), DEMANDING, demandingHalf(outcome.run()).meanProcTime());
        }
        to.put(variant.row(), variant.prefix() + PROC_TIME, jobs.meanProcTime());
        to.put(variant.row(), variant.prefix() + START, jobs.meanStart());
      }
    }
  }

  /**
   * Returns the share of the pairs of jobs in which the job ahead in the queue does not start
   * later.
   */
  private static double inOrder(CyclicRun run) {
    var starts = new TreeMap<JobId, Long>(); // ids are in the order of the queue
    run.placements().forEach(part -> starts.put(part.job(), part.start()));
    var inQueue = List.copyOf(starts.values());
    int kept = 0;
    for (int i = 0; i < inQueue.size(); i++) {
      for (int j = i + 1; j < inQueue.size(); j++) {
        kept += inQueue.get(i) <= inQueue.get(j) ? 1 : 0;
      }
    }
    return 2.0 * kept / inQueue.size() / (inQueue.size() - 1);
  }

  /**
   * Returns the half of the jobs with the largest products of nodes and work, by which BSF chooses.
   */
  private static JobGroup demandingHalf(CyclicRun run) {
    var half =
        run.jobs().stream()
            .map(JobRow::job)
            .sorted(Comparator.comparingLong(CyclicBsf::demand).reversed())
            .limit(ALL_JOBS / 2)
            .map(Job::id)
            .collect(Collectors.toCollection(TreeSet::new));
    return Objects.requireNonNull(JobGroup.by(run, row -> half.contains(row.job().id())).get(true));
  }

  private static long demand(Job job) {
    return job.nodes() * job.work().amount();
  }

  @Override
  public List<Figure> figures() {
    return List.of(
        figure("Processor time of a job (figure 9)", "T_CPU, units", PROC_TIME, true),
        figure("Start of a job as scheduled (figure 9)", "units", START, true),
        figure("Start of a job in reality", "units", REAL_START, false));
  }

  private static Figure figure(String title, String yLabel, String column, boolean choices) {
    var curves = new ArrayList<Curve>();
    curves.add(curve("first in the queue", column));
    if (choices) {
      OTHER_CHOICES.forEach(choice -> curves.add(curve(choice, prefix(choice) + column)));
    }
    curves.add(curve("first in the queue, exact searches", EXACT + column));
    return new Figure(title, "batch-sliced jobs of " + ALL_JOBS, yLabel, Kind.LINES, curves);
  }

  private static Curve curve(String label, String column) {
    return Curve.of(label, FIRST_JOBS, n -> new Series(row(n), column));
  }
}
