package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Ticks;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Figure;
import io.metasched.simulation.study.Figure.Curve;
import io.metasched.simulation.study.Figure.Kind;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import io.metasched.simulation.system.cyclic.rule.Checker;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Experiment on the benefit of re-planning booked but not yet started jobs in each cycle, from the
 * current utilisation.
 *
 * <p>Source: named as future work by the cyclic scheduling paper, section 8, without numbers; the
 * claims are this project's. The baseline is backfilling, which moves jobs whenever time is freed
 * and promises only their start. Means are over the finished jobs of a run of several cycles; a job
 * without an alternative waits for the next cycle. Times count from the submission, ends and
 * processor time as reserved.
 */
public final class CyclicRescheduling implements Experiment {
  private static final String REPLANNED = "+replan";
  private static final List<String> POLICIES = List.of("css", "batch-slicer");
  private static final String BACKFILLING = "backfilling";
  private static final List<String> ROWS =
      List.of("css", "css" + REPLANNED, "batch-slicer", "batch-slicer" + REPLANNED, BACKFILLING);

  private static final String PROC_TIME = "procTime";
  private static final String START = "start";
  private static final String FINISH = "finish";
  private static final String COST = "cost";
  private static final String FINISHED = "finishedShare";
  private static final String MOVES = "movesPerJob";
  private static final String EARLIER = "earlierThanPromised";
  private static final String BROKEN = "brokenPromises";
  private static final List<String> COLUMNS =
      List.of(PROC_TIME, START, FINISH, COST, FINISHED, MOVES, EARLIER, BROKEN);

  @Override
  public ExperimentInfo profile() {
    return ExperimentInfo.named("cyclic-rescheduling");
  }

  @Override
  public List<Measure> measures() {
    var measures = new ArrayList<Measure>();
    for (var prefix : List.of("", EXACT)) {
      for (var row : ROWS) {
        COLUMNS.forEach(column -> measures.add(Measure.ours(row, prefix + column)));
      }
    }
    return measures;
  }

  /** Policy for the flow, with the row and the prefix of the columns that it fills. */
  private record Variant(String row, String prefix, NamedPolicy policy) {}

  @Override
  public Replicable replicable(ExperimentContext context) {
    var text = context.environment(ScenarioReader.SCHEMA, "cyclic-rescheduling");
    var scenario = BatchCycle.scenario(text);
    var variants = ROWS.stream().flatMap(row -> variants(text, row).stream()).toList();
    return (replication, observations) -> {
      var flow = BatchCycle.of(scenario, replication);
      for (var variant : variants) {
        put(variant, flow.schedule(variant.policy(), observations), observations);
      }
    };
  }

  private static List<Variant> variants(ScenarioText text, String row) {
    boolean replanned = row.endsWith(REPLANNED);
    var policy = replanned ? row.substring(0, row.length() - REPLANNED.length()) : row;
    var settings =
        POLICIES.contains(policy)
            ? new String[] {
              "policy.%s.replan=%s".formatted(policy, replanned ? "each-cycle" : "none")
            }
            : new String[0];
    return List.of(
        new Variant(row, "", BatchCycle.published(text, policy, settings)),
        new Variant(row, EXACT, BatchCycle.exact(text, policy, settings)));
  }

  private static void put(Variant variant, BatchCycle.Outcome outcome, Observations to) {
    var jobs = outcome.jobs();
    var rows = outcome.run().jobs();
    var row = variant.row();
    var prefix = variant.prefix();
    to.put(row, prefix + PROC_TIME, jobs.meanProcTime());
    to.put(row, prefix + START, jobs.meanStart());
    to.put(row, prefix + FINISH, jobs.meanFinishPlanned());
    to.put(row, prefix + COST, jobs.meanCost());
    to.put(row, prefix + FINISHED, (double) jobs.finished() / jobs.submitted());
    to.put(
        row,
        prefix + MOVES,
        (double) rows.stream().mapToInt(JobRow::moves).sum() / jobs.submitted());
    to.put(row, prefix + EARLIER, meanEarlier(outcome.run()));
    to.put(row, prefix + BROKEN, Checker.brokenPromises(outcome.run()));
  }

  /** Returns the mean time by which started jobs began earlier than promised at their booking. */
  private static double meanEarlier(CyclicRun run) {
    var promised = new TreeMap<JobId, Long>();
    run.jobs().forEach(job -> promised.put(job.job().id(), job.promisedStart()));
    var starts = new TreeMap<JobId, Long>();
    run.placements().forEach(part -> starts.put(part.job(), part.start()));
    return starts.entrySet().stream()
            .mapToLong(start -> promised.getOrDefault(start.getKey(), 0L) - start.getValue())
            .average()
            .orElse(Double.NaN)
        / Ticks.PER_UNIT;
  }

  @Override
  public List<Figure> figures() {
    return List.of(
        figure("Processor time of a job", "T_CPU, units", PROC_TIME),
        figure("Start of a job after its submission", "units", START),
        figure("Finish of a job after its submission, as reserved", "units", FINISH),
        figure("Cost of a job", "money", COST),
        figure("Moves of a job", "moves", MOVES));
  }

  private static Figure figure(String title, String yLabel, String column) {
    return new Figure(
        title,
        "policy",
        yLabel,
        Kind.BARS,
        List.of(curve("as published", column), curve("exact", EXACT + column)));
  }

  private static Curve curve(String label, String column) {
    return Curve.of(label, ROWS, row -> new Series(row, column));
  }
}
