package io.metasched.simulation.cluster;

import io.metasched.simulation.result.Sha256;
import java.util.stream.Stream;

/**
 * What a JVM must know to take part in a run: it brings the same world to life from it, so that
 * only ids and messages travel.
 *
 * @param version of the program
 * @param name of the scenario, which is part of every seed
 * @param text the effective scenario, every key with its value
 */
public record Script(String version, String name, String text) {

  /** A fingerprint by which two scenarios are told apart. */
  public String digest() {
    return Sha256.of(Stream.of(name, text));
  }

  /** How messages name it. */
  String shortName() {
    return "%s (%s)".formatted(name, digest().substring(0, 12));
  }
}
