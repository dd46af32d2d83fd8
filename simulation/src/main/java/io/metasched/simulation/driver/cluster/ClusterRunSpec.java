package io.metasched.simulation.driver.cluster;

import io.metasched.metascheduler.program.Sha256;
import java.util.List;
import java.util.stream.Stream;

/**
 * Specification from which a JVM generates the instance of a run, so that only ids and messages are
 * transferred.
 *
 * @param version version of the program
 * @param name name of the scenario, which is part of every seed
 * @param text effective scenario, every key with its value
 * @param plugins SHA-256 of each jar with policies; a JVM with other jars would plan differently
 */
public record ClusterRunSpec(String version, String name, String text, List<String> plugins) {
  public ClusterRunSpec {
    plugins = List.copyOf(plugins);
  }

  /** Returns a fingerprint that distinguishes scenarios. */
  public String digest() {
    return Sha256.of(Stream.of(name, text));
  }

  /** Returns the name of the scenario in messages. */
  String shortName() {
    return "%s (%s)".formatted(name, digest().substring(0, 12));
  }
}
