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
 * The keys of the scenarios of one system. They are those of a packed scenario that holds every key
 * with its default.
 */
public final class ScenarioSchema {
  /** The key that names the system of a scenario. */
  public static final String KEY = "kind";

  private final String kind;
  private final List<String> packed;
  private final List<String> openSections;
  private @Nullable Config defaults;

  /**
   * The schema of a system.
   *
   * @param kind its name: what the key {@code kind} says
   * @param packed names of its scenarios in conf/scenarios; the first holds every key
   * @param openSections sections in which names are the user's
   */
  public ScenarioSchema(String kind, List<String> packed, List<String> openSections) {
    this.kind = kind;
    this.packed = List.copyOf(packed);
    this.openSections = List.copyOf(openSections);
  }

  /** Name of the system. */
  public String kind() {
    return kind;
  }

  /** Names of its scenarios that the program carries with it; the first holds every key. */
  public List<String> packed() {
    return packed;
  }

  /** Sections in which names are the user's. */
  List<String> openSections() {
    return openSections;
  }

  /** Whether its scenarios have a key. */
  public boolean has(String key) {
    return defaults().hasPathOrNull(key);
  }

  /** All keys with their defaults. */
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
   * The environment of an experiment, from conf/experiments as it was packed.
   *
   * @throws IllegalArgumentException when there is none of that name
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
            "the program carries no %s/%s.conf".formatted(folder, name));
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
