package io.metasched.simulation.scenario;

import com.typesafe.config.Config;
import java.nio.file.Path;
import java.util.List;

/**
 * Schemas of all systems, which read scenarios of any system.
 *
 * @param all schemas; the first applies to scenarios without a kind
 */
public record ScenarioSchemas(List<ScenarioSchema> all) {
  public ScenarioSchemas {
    all = List.copyOf(all);
  }

  /**
   * Returns the schema that a scenario names.
   *
   * @throws UsageException if the schema is unknown
   */
  ScenarioSchema of(Config own) {
    if (!own.hasPathOrNull(ScenarioSchema.KEY)) {
      return all.get(0);
    }
    var kinds = all.stream().map(ScenarioSchema::kind).toList();
    return all.get(kinds.indexOf(new Values(own).word(ScenarioSchema.KEY, kinds)));
  }

  /** Returns the names of the packed scenarios: those in conf/scenarios. */
  public List<String> packedNames() {
    return all.stream().flatMap(schema -> schema.packed().stream()).toList();
  }

  public ScenarioText defaults() {
    return packed(all.get(0).packed().get(0));
  }

  /**
   * Returns a packed scenario.
   *
   * @throws IllegalArgumentException if the name is not in {@link #packedNames}
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
   * Reads a scenario file with the defaults of its kind; the scenario is named after the file.
   *
   * @throws UsageException if it cannot be read or parsed, or has an unknown key
   */
  public ScenarioText ofFile(Path file) {
    return ScenarioText.ofFile(file, this);
  }

  /**
   * Parses scenario text with the defaults of its kind.
   *
   * @param origin name of the text in errors
   * @throws UsageException if it cannot be parsed, or has an unknown key
   */
  public ScenarioText ofText(String text, String origin, String name) {
    return ScenarioText.ofText(text, origin, name, this);
  }
}
