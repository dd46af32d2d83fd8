package io.metasched.simulation.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.typesafe.config.Config;
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
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each key that a kind of scenario lists, for itself. */
final class EveryKeyTest {
  private static final List<String> FREE_TEXTS = List.of("log.file");

  static Stream<String> keys() {
    return keys("default");
  }

  static Stream<Arguments> keysOfAllKinds() {
    return Stream.of("default", "two-level")
        .flatMap(kind -> keys(kind).map(k -> arguments(kind, k)));
  }

  private static Stream<String> keys(String kind) {
    return listed(kind).entrySet().stream().map(entry -> entry.getKey()).sorted();
  }

  @ParameterizedTest
  @MethodSource("keysOfAllKinds")
  void aKeySetToItsOwnDefaultChangesNothing(String kind, String key) {
    var setting = key + "=" + defaultOf(kind, key);

    var set = ScenarioText.packed(kind).with(setting, "--set");

    assertThat(set.render()).isEqualTo(ScenarioText.packed(kind).render());
  }

  @Test
  void allKeysSetToTheirDefaultsGiveTheSameRun() {
    var text = ScenarioText.defaults();
    for (var key : keys().toList()) {
      text = text.with(key + "=" + defaultOf("default", key), "--set");
    }

    assertThat(digest(text)).isEqualTo(digest(ScenarioText.defaults()));
  }

  @ParameterizedTest
  @MethodSource("keysOfAllKinds")
  void aKeyIsRead(String kind, String key) {
    var text = ScenarioText.packed(kind).with(key + "=\"no such value!\"", "--set");

    if (FREE_TEXTS.contains(key)) {
      assertThat(jobs(text.with("jobs.source=log", "--set"))).contains("no such value!");
    } else {
      assertThatThrownBy(() -> jobs(text))
          .isInstanceOf(UsageException.class)
          .hasMessageContainingAll(key, "no such value!");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "two-level"})
  void aRenderedScenarioReadsAsItself(String kind) {
    var text = ScenarioText.packed(kind);

    var again = ScenarioText.ofText(text.render(), "again", kind);

    assertThat(again.render()).isEqualTo(text.render());
    assertThat(again.kind()).isEqualTo(text.kind());
  }

  @Test
  void aKeyOfAnotherKindIsUnknownAndAKindIsNotChanged() {
    assertThatThrownBy(() -> ScenarioText.ofText("kind=two-level\ntime.cycles=3", "s", "s"))
        .hasMessageStartingWith("s:2: unknown key 'time'");
    assertThatThrownBy(() -> ScenarioText.ofText("providers.count=3", "s", "s"))
        .hasMessageStartingWith("s:1: unknown key 'providers'");
    assertThatThrownBy(() -> ScenarioText.ofText("\nkind=twolevel", "s", "s"))
        .hasMessage(
            "s:2: kind: allowed is one of cyclic, two-level; given was 'twolevel'; did you mean"
                + " 'two-level'?");
    assertThatThrownBy(() -> jobs(ScenarioText.defaults().with("kind=two-level", "--set")))
        .hasMessageContaining("kind: allowed is one of cyclic; given was 'two-level'");
  }

  private static String jobs(ScenarioText text) {
    return switch (text.kind()) {
      case CYCLIC -> ScenarioReader.read(text, builtIn()).jobs().toString();
      case TWO_LEVEL -> TwoLevelReader.read(text).jobs().toString();
    };
  }

  private static Config listed(String kind) {
    return ConfigFactory.parseResources("scenarios/" + kind + ".conf");
  }

  private static String defaultOf(String kind, String key) {
    return listed(kind).getValue(key).render(ConfigRenderOptions.concise());
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
