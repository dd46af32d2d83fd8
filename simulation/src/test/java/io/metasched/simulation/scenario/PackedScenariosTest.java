package io.metasched.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.run.ScenarioRuns;
import io.metasched.simulation.system.Systems;
import io.metasched.simulation.workload.trace.fixture.SwfText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PackedScenariosTest {
  @TempDir private Path folder;

  @Test
  void theProgramCarriesEveryScenarioOfTheFolder() throws IOException {
    try (var files = Files.list(Path.of("../conf/scenarios"))) {
      var names = files.map(file -> file.getFileName().toString().replace(".conf", "")).toList();

      assertThat(Systems.SCENARIOS.packedNames()).containsExactlyInAnyOrderElementsOf(names);
    }
  }

  @Test
  void theArchiveHasTheFilesOfTheFolder() {
    var log = folder.resolve("log.swf");
    SwfText.machine(8).job(1, "4=100", "8=2").writeTo(log);
    for (var name : Systems.SCENARIOS.packedNames()) {
      var file = Systems.SCENARIOS.ofFile(Path.of("../conf/scenarios", name + ".conf"));

      var packed = Systems.SCENARIOS.packed(name);

      assertThat(packed.render()).isEqualTo(file.render());
      assertThat(packed.name()).isEqualTo(file.name());
      assertThat(packed.schema()).isEqualTo(file.schema());
      assertThat(ScenarioRuns.instance(withLog(packed, log)).name()).isEqualTo(name);
    }
  }

  private static ScenarioText withLog(ScenarioText text, Path log) {
    return text.schema().has("log.files")
        ? text.with("log.files=[\"" + log + "\"]", "the test")
        : text.with("log.file=\"" + log + "\"", "the test");
  }
}
