package io.metasched.simulation.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.engine.Engine;
import io.metasched.simulation.engine.Progress;
import io.metasched.simulation.result.PlacementsDigest;
import io.metasched.simulation.scenario.Worlds;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each key that default.conf lists, for itself. */
final class EveryKeyTest {
  private static final List<String> FREE_TEXTS = List.of("log.file");

  static Stream<String> keys() {
    return ConfigFactory.parseResources("scenarios/default.conf").entrySet().stream()
        .map(entry -> entry.getKey())
        .sorted();
  }

  @ParameterizedTest
  @MethodSource("keys")
  void aKeySetToItsOwnDefaultChangesNothing(String key) {
    var setting = key + "=" + defaultOf(key);

    var set = ScenarioText.defaults().with(setting, "--set");

    assertThat(set.render()).isEqualTo(ScenarioText.defaults().render());
  }

  @Test
  void allKeysSetToTheirDefaultsGiveTheSameRun() {
    var text = ScenarioText.defaults();
    for (var key : keys().toList()) {
      text = text.with(key + "=" + defaultOf(key), "--set");
    }

    assertThat(digest(text)).isEqualTo(digest(ScenarioText.defaults()));
  }

  @ParameterizedTest
  @MethodSource("keys")
  void aKeyIsRead(String key) {
    var text = ScenarioText.defaults().with(key + "=\"no such value!\"", "--set");

    if (FREE_TEXTS.contains(key)) {
      var scenario = ScenarioReader.read(text.with("jobs.source=log", "--set"), builtIn());
      assertThat(scenario.jobs().toString()).contains("no such value!");
    } else {
      assertThatThrownBy(() -> ScenarioReader.read(text, builtIn()))
          .isInstanceOf(UsageException.class)
          .hasMessageContainingAll(key, "no such value!");
    }
  }

  @Test
  void aRenderedScenarioReadsAsItself() {
    var text = ScenarioText.defaults();

    assertThat(ScenarioText.ofText(text.render(), "again", "default").render())
        .isEqualTo(text.render());
  }

  private static String defaultOf(String key) {
    return ConfigFactory.parseResources("scenarios/default.conf")
        .getValue(key)
        .render(ConfigRenderOptions.concise());
  }

  private static String digest(ScenarioText text) {
    var few = text.with("time.cycles=2", "--set").with("policies=[bsf]", "--set");
    var scenario = ScenarioReader.read(few, builtIn());
    var world = Worlds.of(scenario, Path::of);
    var run = Engine.run(world, "bsf", scenario.policies().get(0).policy(), "test", Progress.NONE);
    return PlacementsDigest.of(run.placements());
  }

  private static Policies builtIn() {
    return Policies.builtIn();
  }
}
