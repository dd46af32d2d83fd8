package io.metasched.simulation.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.policy.Policies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class PackedScenariosTest {

  @Test
  void theProgramCarriesEveryScenarioOfTheFolder() throws IOException {
    try (var files = Files.list(Path.of("../conf/scenarios"))) {
      var names = files.map(file -> file.getFileName().toString().replace(".conf", "")).toList();

      assertThat(ScenarioText.PACKED).containsExactlyInAnyOrderElementsOf(names);
    }
  }

  @Test
  void whatItCarriesIsWhatTheFolderHolds() {
    for (var name : ScenarioText.PACKED) {
      var file = ScenarioText.ofFile(Path.of("../conf/scenarios", name + ".conf"));

      var packed = ScenarioText.packed(name);

      assertThat(packed.render()).isEqualTo(file.render());
      assertThat(packed.name()).isEqualTo(file.name());
      assertThat(packed.kind()).isEqualTo(file.kind());
      assertThat(read(packed)).isEqualTo(name);
    }
  }

  private static String read(ScenarioText text) {
    return switch (text.kind()) {
      case CYCLIC -> ScenarioReader.read(text, Policies.builtIn()).name();
      case TWO_LEVEL -> TwoLevelReader.read(text).name();
    };
  }
}
