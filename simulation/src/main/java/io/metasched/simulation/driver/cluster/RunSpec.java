package io.metasched.simulation.driver.cluster;

import io.metasched.metascheduler.program.Sha256;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a JVM must know to take part in a run: it generates the same instance from it, so that only
 * ids and messages travel.
 *
 * @param version of the program
 * @param name of the scenario, which is part of every seed
 * @param text the effective scenario, every key with its value
 * @param plugins the SHA-256 of each jar with policies; a JVM with others would plan otherwise
 */
public record RunSpec(String version, String name, String text, List<String> plugins) {
  /** Copies the list. */
  public RunSpec {
    plugins = List.copyOf(plugins);
  }

  /** A fingerprint that distinguishes scenarios. */
  public String digest() {
    return Sha256.of(Stream.of(name, text));
  }

  /** How messages name it. */
  String shortName() {
    return "%s (%s)".formatted(name, digest().substring(0, 12));
  }
}
