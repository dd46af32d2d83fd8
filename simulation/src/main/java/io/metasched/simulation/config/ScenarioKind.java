package io.metasched.simulation.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import java.util.Arrays;
import java.util.List;

/** What a scenario is about; each kind has keys of its own. */
public enum ScenarioKind {
  /** Scheduling cycles over the slots of owners. */
  CYCLIC("cyclic", "default"),
  /** A grid queue over providers, with advance reservations. */
  TWO_LEVEL("two-level", "two-level");

  /** The key that says it. */
  static final String KEY = "kind";

  private static final List<String> OPEN_CYCLIC =
      List.of("policy", "nodes.properties", "jobs.properties");

  private final String registryName;
  private final String packed;

  ScenarioKind(String registryName, String packed) {
    this.registryName = registryName;
    this.packed = packed;
  }

  private static final class Defaults {
    static final Config CYCLIC = parsed(ScenarioKind.CYCLIC);
    static final Config TWO_LEVEL = parsed(ScenarioKind.TWO_LEVEL);

    private static Config parsed(ScenarioKind kind) {
      return ConfigFactory.parseString(
          ScenarioText.packedText("scenarios", kind.packed),
          ConfigParseOptions.defaults().setOriginDescription(kind.packed + ".conf"));
    }
  }

  /**
   * The kind that a scenario names.
   *
   * @throws UsageException for one that is not known
   */
  static ScenarioKind of(Config own) {
    if (!own.hasPathOrNull(KEY)) {
      return CYCLIC;
    }
    var names = Arrays.stream(values()).map(ScenarioKind::registryName).toList();
    return values()[names.indexOf(new Values(own).word(KEY, names))];
  }

  /** What the key says. */
  public String registryName() {
    return registryName;
  }

  /** All keys with their defaults. */
  Config defaults() {
    return switch (this) {
      case CYCLIC -> Defaults.CYCLIC;
      case TWO_LEVEL -> Defaults.TWO_LEVEL;
    };
  }

  /** Sections in which names are the user's. */
  List<String> openSections() {
    return this == CYCLIC ? OPEN_CYCLIC : List.of();
  }
}
