package io.metasched.simulation.scenario;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys of the scenarios of one system: the keys of a packed scenario, which contains every key with
 * its default.
 */
public final class ScenarioSchema {
  /** Key of the system of a scenario. */
  public static final String KEY = "kind";

  private final String kind;
  private final List<String> packed;
  private final List<String> openSections;
  private @Nullable Config defaults;

  /**
   * Creates the schema of a system.
   *
   * @param kind name of the system, which is the value of the key {@code kind}
   * @param packed names of its scenarios in conf/scenarios; the first contains every key
   * @param openSections sections with names chosen by users
   */
  public ScenarioSchema(String kind, List<String> packed, List<String> openSections) {
    this.kind = kind;
    this.packed = List.copyOf(packed);
    this.openSections = List.copyOf(openSections);
  }

  /** Returns the name of the system. */
  public String kind() {
    return kind;
  }

  /** Returns the names of its packed scenarios; the first contains every key. */
  public List<String> packed() {
    return packed;
  }

  /** Returns the sections with names chosen by users. */
  List<String> openSections() {
    return openSections;
  }

  /** Returns whether scenarios of this schema have a key. */
  public boolean has(String key) {
    return defaults().hasPathOrNull(key);
  }

  /** Returns all keys with their defaults. */
  synchronized Config defaults() {
    if (defaults == null) {
      defaults =
          ConfigFactory.parseString(
              packedText("scenarios", packed.get(0)),
              ConfigParseOptions.defaults().setOriginDescription(packed.get(0) + ".conf"));
    }
    return defaults;
  }

  /**
   * Returns the environment of an experiment, packed from conf/experiments.
   *
   * @throws IllegalArgumentException if no environment has that name
   */
  public ScenarioText packedExperiment(String name) {
    return new ScenarioSchemas(List.of(this))
        .ofText(packedText("experiments", name), name + ".conf", name);
  }

  static String packedText(String folder, String name) {
    var resource = "/%s/%s.conf".formatted(folder, name);
    try (InputStream in = ScenarioSchema.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalArgumentException(
            "the program lacks its file %s/%s.conf".formatted(folder, name));
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
