package io.metasched.simulation.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.config.ScenarioReader;
import io.metasched.simulation.config.ScenarioText;
import io.metasched.simulation.engine.Progress;
import io.metasched.simulation.scenario.Worlds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The default scenario with seed 1, pinned placement by placement for every policy. */
final class GoldenRunTest {

  @ParameterizedTest
  @ValueSource(strings = {Drivers.ENGINE, Drivers.ACTORS})
  void everyPolicyPlacesTheDefaultScenarioAsItDidBefore(String driver) throws IOException {
    var text =
        ScenarioText.defaults().withTexts("policies", Policies.builtIn().names(), "the test");
    var scenario = ScenarioReader.read(text, Policies.builtIn());
    var world = Worlds.of(scenario, Path::of);

    var outcome =
        new Simulation(Drivers.named(driver), text, scenario, world, List.of(), "test")
            .run(Progress.NONE, () -> 0);

    assertThat(outcome.violations()).isEmpty();
    assertThat(
            outcome.reports().stream()
                .map(report -> report.header().policy() + " " + report.placementsDigest()))
        .containsExactlyElementsOf(golden());
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
