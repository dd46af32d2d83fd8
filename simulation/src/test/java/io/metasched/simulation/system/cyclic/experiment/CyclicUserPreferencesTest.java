package io.metasched.simulation.system.cyclic.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.Measure;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.SyntheticMeasurements;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class CyclicUserPreferencesTest {
  private static final List<String> ROWS = List.of("start", "runtime", "finish", "cost", "css");

  private final Experiment experiment = new CyclicUserPreferences();

  @Test
  void bothSetsStandBesideThePaperAndTheTimesOfTheCostRowOnlyByOrder() {
    var measures = experiment.measures();

    assertThat(measures).hasSize(92);
    assertThat(measures).contains(Measure.published("finish", "b5.finish", 205.5, 0.1));
    assertThat(measures).contains(Measure.published("css", "cost", 1248.4, 0.1));
    assertThat(measures)
        .filteredOn(measure -> measure.paper().isPresent() && measure.tolerance().isEmpty())
        .extracting(measure -> measure.series().toString())
        .containsExactly(
            "cost / start",
            "cost / runtime",
            "cost / finish",
            "cost / b5.start",
            "cost / b5.runtime",
            "cost / b5.finish");
    assertThat(measures.get(0).paper()).isEqualTo(OptionalDouble.of(12.8));
  }

  /** Returns table 1 of the paper. */
  private SyntheticMeasurements paper() {
    return SyntheticMeasurements.ones(experiment)
        .column("NA", ROWS, 12.8, 10.6, 12.2, 12.8, 12.1)
        .column("start", ROWS, 171.7, 214.5, 169.6, 262.6, 222)
        .column("runtime", ROWS, 56.1, 39.3, 45, 55.5, 50.3)
        .column("finish", ROWS, 227.8, 253.9, 205.5, 318, 272.3)
        .column("cost", ROWS, 1281.1, 1278.5, 1283.2, 1098.3, 1248.4)
        .column("jobs", ROWS.subList(0, 4), 5, 5, 5, 5)
        .column("performance", ROWS.subList(0, 4), 8, 9, 8.7, 7.8);
  }

  private List<String> contradicted(SyntheticMeasurements table) {
    return experiment.claims(table.measurements()).stream()
        .filter(claim -> claim.sentence().isPublished() && !claim.holds())
        .map(Claim::id)
        .toList();
  }

  @Test
  void thePapersOwnTableBearsOutItsSentencesButForTheStartOfTheRowStart() {
    assertThat(contradicted(paper())).containsExactly("start-23-percent-earlier-than-css");
    assertThat(contradicted(paper().cell("start", "start", 170))).isEmpty();
  }

  @Test
  void eachSentenceIsContradictedByOppositeFigures() {
    var table =
        paper()
            .column("NA", ROWS, 13, 8, 12, 13, 12)
            .column("runtime", ROWS, 40, 41, 45, 45, 50)
            .column("finish", ROWS, 200, 250, 212, 300, 272)
            .cell("cost", "cost", 1290)
            .cell("cost", "jobs", 6)
            .cell("cost", "performance", 8)
            .cell("css-runtime", "performance", 3);

    assertThat(contradicted(table))
        .containsExactly(
            "runtime-row-least-runtime",
            "finish-row-least-finish",
            "cost-row-least-cost",
            "start-23-percent-earlier-than-css",
            "finish-23-percent-earlier-than-css",
            "runtime-21-percent-less-than-css",
            "cost-12-percent-less-than-css",
            "alternatives-independent-of-criterion",
            "five-jobs-a-criterion",
            "resources-uneven-by-criterion",
            "resources-even-under-css",
            "single-job-gain-25-percent");
  }

  @Test
  void theCellsAreMeansOverTheRowsOfTheRuns() {
    var text = OneReplication.CONTEXT.environment(ScenarioReader.SCHEMA, "cyclic-batch-unbound");
    var run =
        OneReplication.run(OneReplication.cycle(text), BatchCycle.published(text, "batch-slicer"));
    var onlyStart = BatchCycle.with(text, "jobs.criteria=[start]");
    var css =
        OneReplication.run(
            OneReplication.cycle(onlyStart), BatchCycle.published(onlyStart, "batch-slicer"));
    var measured = OneReplication.of(experiment);

    for (var row : ROWS) {
      var of = row.equals("css") ? css : run;
      var jobs =
          of.jobs().stream()
              .filter(job -> row.equals("css") || job.job().criterion().label().equals(row))
              .toList();
      double start = OneReplication.mean(of, jobs, OneReplication::start);
      double finish = OneReplication.mean(of, jobs, OneReplication::finish);
      same(measured, row, "start", start);
      same(measured, row, "finish", finish);
      same(measured, row, "runtime", finish - start);
      same(measured, row, "cost", OneReplication.mean(of, jobs, OneReplication::cost));
      same(
          measured,
          row,
          "NA",
          jobs.stream().mapToInt(job -> job.alternatives()).average().orElseThrow());
    }
  }

  @Test
  void jobsOfACriterionAreCountedAndTheirNodesLookedAt() {
    var text = OneReplication.CONTEXT.environment(ScenarioReader.SCHEMA, "cyclic-batch-unbound");
    var cycle = OneReplication.cycle(text);
    var nodes = cycle.instance().environment().nodes();
    var measured = OneReplication.of(experiment);

    for (var name : List.of("batch-slicer", "css")) {
      var run = OneReplication.run(cycle, BatchCycle.published(text, name));
      var jobs =
          run.jobs().stream()
              .filter(job -> job.job().criterion().label().equals("runtime"))
              .map(job -> job.job().id())
              .toList();
      double performance =
          run.placements().stream()
              .filter(part -> jobs.contains(part.job()))
              .mapToInt(part -> nodes.get(part.node()).performance())
              .average()
              .orElseThrow();
      same(measured, name.equals("css") ? "css-runtime" : "runtime", "performance", performance);
      same(measured, "runtime", "jobs", jobs.size());
    }
  }

  @Test
  void theBatchOfCssIsTheSameButForTheCriteria() {
    var text = OneReplication.CONTEXT.environment(ScenarioReader.SCHEMA, "cyclic-batch-unbound");

    var mixed = OneReplication.cycle(text).instance();
    var css = OneReplication.cycle(BatchCycle.with(text, "jobs.criteria=[start]")).instance();

    assertThat(css.environment().nodes()).isEqualTo(mixed.environment().nodes());
    assertThat(css.workload().jobs())
        .extracting(job -> List.of(job.job().nodes(), job.job().work(), job.job().costLimitMilli()))
        .isEqualTo(
            mixed.workload().jobs().stream()
                .map(
                    job ->
                        List.<Object>of(
                            job.job().nodes(), job.job().work(), job.job().costLimitMilli()))
                .toList());
  }

  private static void same(ObservedValues measured, String row, String column, double naive) {
    assertThat(OneReplication.value(measured, row, column))
        .describedAs("%s / %s", row, column)
        .isCloseTo(naive, within(1e-6));
  }
}
