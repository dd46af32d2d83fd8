package io.metasched.simulation.system.cyclic;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.driver.Drivers;
import io.metasched.simulation.run.RunSummary;
import io.metasched.simulation.run.ScenarioRuns;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.system.Systems;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs of workflows, planned as wholes or in turn. */
final class WorkflowRunsTest {

  private static ScenarioText text(String... settings) {
    var text = Systems.SCENARIOS.packed("workflows").with("workflows.count=4", "--set");
    for (var setting : settings) {
      text = text.with(setting, "--set");
    }
    return text;
  }

  private static RunSummary run(ScenarioText text) {
    var run = ScenarioRuns.runs(text, Drivers.ENGINE).get(0);
    assertThat(run.violations()).isEmpty();
    return run;
  }

  @ParameterizedTest
  @ValueSource(strings = {"heft", "job-by-job", "in-turn"})
  void actorsPlaceWorkflowsAsTheEngineDoesDespiteRefusals(String policy) {
    var text =
        text(
            "workflows.policy=" + policy,
            "workflows.gap={least=0,most=60}",
            "workflows.budget-factor=1.2",
            "vo.count=2",
            "local.dynamic=0.4",
            "time.planning=30",
            "time.cycles=60",
            "jobs.per-cycle=1");

    var run = run(text);

    assertThat(run.json().path("requeued").asInt()).isPositive();
    assertThat(ScenarioRuns.runs(text, Drivers.ACTORS))
        .extracting(RunSummary::placementsDigest)
        .containsExactly(run.placementsDigest());
  }

  @Test
  void aWholePlanNeedsNoCycleForEachLevelOfAWorkflow() {
    var shared = List.of("jobs.real-length={least=1,most=1}", "local.share=0", "time.cycles=200");
    var settings = shared.toArray(String[]::new);
    var whole = run(text(settings).with("workflows.policy=heft", "--set")).json();
    var inTurn = run(text(settings).with("workflows.policy=in-turn", "--set")).json();

    assertThat(whole.path("finishedWorkflows").asInt()).isEqualTo(4);
    assertThat(inTurn.path("finishedWorkflows").asInt()).isEqualTo(4);
    assertThat(whole.path("meanMakespan").asDouble())
        .isLessThan(inTurn.path("meanMakespan").asDouble() - 100);
  }

  @Test
  void aWorkflowWithoutAPlanIsRefusedAsAWhole() {
    var json =
        run(text("workflows.budget-factor=0.1", "vo.no-window-cycles=3", "time.cycles=60")).json();

    assertThat(json.path("refused").asInt()).isEqualTo(json.path("submitted").asInt());
    assertThat(json.path("finishedWorkflows").asInt()).isZero();
    assertThat(json.path("meanMakespan").isNull()).isTrue();
  }
}
