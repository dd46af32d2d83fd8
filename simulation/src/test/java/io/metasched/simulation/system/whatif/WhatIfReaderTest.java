package io.metasched.simulation.system.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.resource.provider.HeadPromise;
import io.metasched.resource.whatif.SlotPreference;
import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.scenario.ReadTraces;
import io.metasched.simulation.scenario.ScenarioSchemas;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.system.whatif.model.WhatIfReader;
import io.metasched.simulation.system.whatif.model.WhatIfScenario;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WhatIfReaderTest {
  private static final ScenarioSchemas SCHEMAS = new ScenarioSchemas(List.of(WhatIfReader.SCHEMA));

  private static WhatIfScenario read(String text) {
    return WhatIfReader.read(SCHEMAS.ofText("kind = what-if\n" + text, "own.conf", "own"));
  }

  @Test
  void theDefaultsAreAWholeScenario() {
    var scenario = read("");

    assertThat(scenario.methods()).containsExactly("load", "what-if", "first-free");
    assertThat(scenario.setting().processors()).containsExactly(64, 64, 128);
    assertThat(scenario.setting().headPromise()).isEqualTo(HeadPromise.RESPECTED);
    assertThat(scenario.draw().preference()).isEqualTo(SlotPreference.CHEAPEST_IMPACT);
  }

  @Test
  void aScenarioIsDrawnAndRuns() {
    var instance =
        WhatIfInstance.bySeeds(read("jobs.count = 60"), Path::of, new ReadTraces())
            .apply(new Seeds(1, "own", 0));

    var run = EngineLoop.run(instance.begin("what-if", Progress.NONE), "");

    assertThat(run.jobs()).hasSize(54);
    assertThat(run.requests()).hasSize(6);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          policies = [guess]                              | policies
          clusters = []                                   | clusters
          clusters = [{count = 1, processors = 1.5}]      | clusters
          clusters = [{count = 1001, processors = 1}]     | clusters
          probe.candidates = 1                            | probe.candidates
          probe.least-gap = 0                             | probe.least-gap
          probe.weights.makespan = 0.7                    | probe.weights.makespan
          requests.window = -1                            | requests.window
          requests.co-allocated-share = 2                 | requests.co-allocated-share
          requests.preference = cheap                     | requests.preference
          local = fcfs                                    | local
          jobs.processors = 129                           | jobs.processors
          jobs.most-processors = 0                        | jobs.most-processors
          log.count = 0                                   | log.count
          log.estimates = 0.5                             | log.estimates
          """)
  void forbiddenKeysAreNamed(String line, String key) {
    assertThatThrownBy(() -> read(line))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(key);
  }
}
