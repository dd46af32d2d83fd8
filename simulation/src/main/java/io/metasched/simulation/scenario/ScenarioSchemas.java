package io.metasched.simulation.scenario;

import com.typesafe.config.Config;
import java.nio.file.Path;
import java.util.List;

/**
 * The schemas of all systems: reads scenarios of any of them.
 *
 * @param all the schemas; the first is that of scenarios that do not say their kind
 */
public record ScenarioSchemas(List<ScenarioSchema> all) {
  /** Copies the list. */
  public ScenarioSchemas {
    all = List.copyOf(all);
  }

  /**
   * The schema that a scenario names.
   *
   * @throws UsageException for one that is not known
   */
  ScenarioSchema of(Config own) {
    if (!own.hasPathOrNull(ScenarioSchema.KEY)) {
      return all.get(0);
    }
    var kinds = all.stream().map(ScenarioSchema::kind).toList();
    return all.get(kinds.indexOf(new Values(own).word(ScenarioSchema.KEY, kinds)));
  }

  /** The names of the scenarios that the program carries with it: those in conf/scenarios. */
  public List<String> packedNames() {
    return all.stream().flatMap(schema -> schema.packed().stream()).toList();
  }

  /** The default scenario. */
  public ScenarioText defaults() {
    return packed(all.get(0).packed().get(0));
  }

  /**
   * A scenario that the program carries with it.
   *
   * @throws IllegalArgumentException for a name that is not in {@link #packedNames}
   */
  public ScenarioText packed(String name) {
    for (var schema : all) {
      if (schema.packed().get(0).equals(name)) {
        return ScenarioText.defaultsOf(schema);
      }
    }
    return ofText(ScenarioSchema.packedText("scenarios", name), name + ".conf", name);
  }

  /**
   * A scenario file over the defaults of its kind, named after the file.
   *
   * @throws UsageException when it cannot be read or understood, or has an unknown key
   */
  public ScenarioText ofFile(Path file) {
    return ScenarioText.ofFile(file, this);
  }

  /**
   * Scenario text over the defaults of its kind.
   *
   * @param origin what errors call it
   * @throws UsageException when it cannot be understood, or has an unknown key
   */
  public ScenarioText ofText(String text, String origin, String name) {
    return ScenarioText.ofText(text, origin, name, this);
  }
}
