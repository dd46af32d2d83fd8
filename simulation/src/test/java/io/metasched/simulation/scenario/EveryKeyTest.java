package io.metasched.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import io.metasched.simulation.driver.Drivers;
import io.metasched.simulation.run.ScenarioRuns;
import io.metasched.simulation.system.Systems;
import io.metasched.simulation.workload.trace.fixture.SwfText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each key of a kind of scenario, changed individually. */
final class EveryKeyTest {
  private static final List<String> KINDS =
      List.of("default", "two-level", "replay", "rectangles", "what-if", "broker");

  private static final String READ_ANYWAY = "seed=1";

  /**
   * Keys that accept any text, written as KEY or KIND KEY, each with the setting under which a
   * scenario reads the key.
   */
  private static final Map<String, String> FREE_TEXTS =
      Map.of(
          "log.file",
          "jobs.source=log",
          "log.files",
          "kind=replay",
          "broker jobs.file",
          "jobs.source=file",
          "default jobs.file",
          READ_ANYWAY,
          "nodes.file",
          READ_ANYWAY,
          "local.file",
          READ_ANYWAY,
          "local.log",
          READ_ANYWAY,
          "users.file",
          READ_ANYWAY);

  @TempDir private static Path folder;

  @BeforeAll
  static void writeLog() {
    var log = SwfText.machine(8);
    for (int id = 1; id <= 9; id++) {
      log.job(id, "2=" + id * 60, "4=" + id * 70, "8=" + (1 + id % 8), "9=600");
    }
    log.writeTo(log());
  }

  private static Path log() {
    return folder.resolve("log.swf");
  }

  static List<String> kinds() {
    return KINDS;
  }

  static Stream<Arguments> keysOfAllKinds() {
    return KINDS.stream().flatMap(kind -> keys(kind).map(k -> arguments(kind, k)));
  }

  private static Stream<String> keys(String kind) {
    return listed(kind).entrySet().stream().map(entry -> entry.getKey()).sorted();
  }

  @ParameterizedTest
  @MethodSource("keysOfAllKinds")
  void aKeySetToItsOwnDefaultChangesNothing(String kind, String key) {
    var setting = key + "=" + defaultOf(kind, key);

    var set = Systems.SCENARIOS.packed(kind).with(setting, "--set");

    assertThat(set.render()).isEqualTo(Systems.SCENARIOS.packed(kind).render());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void allKeysSetToTheirDefaultsGiveTheSameRun(String kind) {
    var text = Systems.SCENARIOS.packed(kind);
    for (var key : keys(kind).toList()) {
      text = text.with(key + "=" + defaultOf(kind, key), "--set");
    }

    assertThat(digests(kind, text)).isEqualTo(digests(kind, Systems.SCENARIOS.packed(kind)));
  }

  @ParameterizedTest
  @MethodSource("keysOfAllKinds")
  void aKeyIsRead(String kind, String key) {
    var read = FREE_TEXTS.getOrDefault(kind + " " + key, FREE_TEXTS.get(key));
    var value = key.equals("log.files") ? "[\"no such value!\"]" : "\"no such value!\"";
    var text = small(kind, Systems.SCENARIOS.packed(kind)).with(key + "=" + value, "--set");
    var made = read == null ? text : text.with(read, "--set");

    assertThatThrownBy(() -> ScenarioRuns.runs(made, Drivers.ENGINE))
        .satisfies(
            refused -> {
              if (read == null) {
                assertThat(refused).isInstanceOf(UsageException.class).hasMessageContaining(key);
              }
            })
        .hasMessageContaining("no such value!");
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aRenderedScenarioReadsAsItself(String kind) {
    var text = Systems.SCENARIOS.packed(kind);

    var again = Systems.SCENARIOS.ofText(text.render(), "again", kind);

    assertThat(again.render()).isEqualTo(text.render());
    assertThat(again.schema()).isEqualTo(text.schema());
  }

  @Test
  void aKeyOfAnotherKindIsUnknownAndAKindIsNotChanged() {
    assertThatThrownBy(() -> Systems.SCENARIOS.ofText("kind=two-level\ntime.cycles=3", "s", "s"))
        .hasMessageStartingWith("s:2: unknown key 'time'");
    assertThatThrownBy(() -> Systems.SCENARIOS.ofText("providers.count=3", "s", "s"))
        .hasMessageStartingWith("s:1: unknown key 'providers'");
    assertThatThrownBy(() -> Systems.SCENARIOS.ofText("\nkind=twolevel", "s", "s"))
        .hasMessage(
            "s:2: kind: allowed is one of cyclic, two-level, replay, rectangles, what-if, broker;"
                + " given was 'twolevel'; did you mean 'two-level'?");
    assertThatThrownBy(
            () ->
                ScenarioRuns.instance(Systems.SCENARIOS.defaults().with("kind=two-level", "--set")))
        .hasMessageContaining("kind: allowed is one of cyclic; given was 'two-level'");
  }

  private static Config listed(String kind) {
    return ConfigFactory.parseResources("scenarios/" + kind + ".conf");
  }

  private static String defaultOf(String kind, String key) {
    return listed(kind).getValue(key).render(ConfigRenderOptions.concise());
  }

  private static List<String> digests(String kind, ScenarioText text) {
    return ScenarioRuns.digests(small(kind, text));
  }

  /** Returns a copy of the scenario with little to simulate. */
  private static ScenarioText small(String kind, ScenarioText text) {
    return switch (kind) {
      case "default" -> text.with("time.cycles=2", "--set").with("policies=[bsf]", "--set");
      case "two-level", "rectangles", "what-if", "broker" -> text.with("jobs.count=20", "--set");
      default -> text.with("log.files=[\"" + log() + "\"]", "--set");
    };
  }
}
