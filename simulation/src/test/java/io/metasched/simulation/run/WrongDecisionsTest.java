package io.metasched.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.run.FoundInFiles.Edit;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.system.Systems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Detection of decisions that contradict the files of a run: decisions by another policy, limit or
 * request violate the rule that recomputes them.
 */
final class WrongDecisionsTest {
  private static final List<String> RECTANGLES =
      List.of("jobs.count=80", "elements=128", "jobs.umed=5", "jobs.uhi=7");
  private static final List<String> WHAT_IF =
      List.of(
          "jobs.count=90",
          "jobs.interarrival=120",
          "requests.block=3",
          "requests.co-allocated-share=0.4",
          "requests.preference=earliest");
  private static final List<String> BROKER =
      List.of("jobs.count=60", "tasks.batches=6", "brokers.count=2", "agents.lost-every=900");

  @TempDir private Path folder;

  private List<String> found(String kind, List<String> settings, String policy, Edit... edits) {
    ScenarioText text = Systems.SCENARIOS.packed(kind);
    for (var setting : settings) {
      text = text.with(setting, "--set");
    }
    return found(
        Systems.of(text.schema()).system(), text.with("policies=[" + policy + "]", ""), edits);
  }

  private <R extends RunTables> List<String> found(
      SimulatedSystem<R> system, ScenarioText text, Edit... edits) {
    Instance<R> instance = system.read(text, ScenarioRuns.inputs()).apply(text.seeds());
    var run = EngineLoop.run(instance.begin(instance.policies().get(0), Progress.NONE), "1.0");
    return FoundInFiles.rules(system, run, folder, edits);
  }

  private void assertFound(
      String kind, List<String> settings, String policy, Edit edit, String rule) {
    assertThat(found(kind, settings, policy)).isEmpty();
    assertThat(found(kind, settings, policy, edit)).as("%s", edit).contains(rule);
  }

  @ParameterizedTest
  @CsvSource({
    "run.csv, policy, ff, pe-worst, choice",
    "run.csv, policy, pe-best, pe-worst, choice",
    "run.csv, policy, pe-worst, pe-best, choice",
    "run.csv, policy, duration-best, duration-worst, choice",
    "run.csv, policy, duration-worst, duration-best, choice",
    "run.csv, policy, pe-duration-best, pe-duration-worst, choice",
    "run.csv, policy, pe-duration-worst, pe-duration-best, choice",
    "run.csv, elements, 128, 256, choice"
  })
  void aMultiprocessorThatTakesAnotherStartOrRefusesForNothingIsFound(
      String file, String column, String is, String other, String rule) {
    var policy = column.equals("policy") ? is : "ff";
    assertFound("rectangles", RECTANGLES, policy, new Edit(file, column, is, other), rule);
  }

  @ParameterizedTest
  @CsvSource({
    "load, run.csv, policy, load, what-if, slot",
    "what-if, run.csv, policy, what-if, load, slot",
    "first-free, run.csv, policy, first-free, load, slot",
    "what-if, run.csv, makespanWeight, 0.5, 0.1, run",
    "first-free, run.csv, local, easy, easy-sjf, start",
    "first-free, run.csv, local, easy, easy-sjf, alone",
    "first-free, requests.csv, early, true, false, placement",
    "load, run.csv, candidates, 20, 19, slot"
  })
  void aGridThatRatesPlacesOrStartsOtherwiseIsFound(
      String policy, String file, String column, String is, String other, String rule) {
    assertFound("what-if", WHAT_IF, policy, new Edit(file, column, is, other), rule);
  }

  @ParameterizedTest
  @CsvSource({
    "least-load, run.csv, policy, least-load, most-load, broker",
    "most-load, run.csv, policy, most-load, least-load, broker",
    "fewest-reservations, run.csv, policy, fewest-reservations, first-agent, broker",
    "first-agent, run.csv, policy, first-agent, random, broker",
    "random, run.csv, policy, random, least-load, broker"
  })
  void aBrokerThatTakesAnotherOfferIsFound(
      String policy, String file, String column, String is, String other, String rule) {
    assertFound("broker", BROKER, policy, new Edit(file, column, is, other), rule);
  }

  /** Tries several values, because only some values of the limit affect a decision. */
  @ParameterizedTest
  @CsvSource({"mostTasks, agent", "mostLoad, agent", "roundTasks, broker", "idleRounds, broker"})
  void anAgentOrABrokerThatKeepsAnotherLimitIsFound(String column, String rule) {
    var found = new ArrayList<List<String>>();
    for (var other : List.of("1", "2", "7", "50")) {
      var is = cell("broker", BROKER, column);
      found.add(found("broker", BROKER, "least-load", new Edit("run.csv", column, is, other)));
    }

    assertThat(found).as(column).anySatisfy(rules -> assertThat(rules).contains(rule));
  }

  private String cell(String kind, List<String> settings, String column) {
    assertThat(found(kind, settings, "least-load")).isEmpty();
    try {
      var lines = Mutants.lines(folder.resolve("run.csv"));
      return lines.get(1).get(lines.get(0).indexOf(column));
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
