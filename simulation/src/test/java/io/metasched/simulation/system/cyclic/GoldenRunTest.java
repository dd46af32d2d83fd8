package io.metasched.simulation.system.cyclic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.driver.Drivers;
import io.metasched.simulation.run.ScenarioRuns;
import io.metasched.simulation.system.Systems;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Default scenario with seed 1, pinned placement by placement for every policy. */
final class GoldenRunTest {
  /**
   * Setting below the default of late-binding. All windows of the scenario begin within the
   * default, so that late-binding with the default would equal backfilling.
   */
  private static final String AHEAD = "policy.late-binding.ahead=30";

  @ParameterizedTest
  @ValueSource(strings = {Drivers.ENGINE, Drivers.ACTORS})
  void everyPolicyPlacesTheDefaultScenarioAsItDidBefore(String driver) throws IOException {
    var text =
        Systems.SCENARIOS
            .defaults()
            .with(AHEAD, "the test")
            .withTexts("policies", Policies.builtIn().names(), "the test");

    var runs = ScenarioRuns.runs(text, driver);

    assertThat(runs).allSatisfy(run -> assertThat(run.violations()).isEmpty());
    assertThat(runs.stream().map(run -> run.title().policy() + " " + run.placementsDigest()))
        .containsExactlyElementsOf(golden());
    assertThat(runs.stream().map(run -> run.placementsDigest())).doesNotHaveDuplicates();
  }

  private static List<String> golden() throws IOException {
    try (var file = GoldenRunTest.class.getResourceAsStream("/golden-digests.txt")) {
      return new String(file.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .toList();
    }
  }
}
