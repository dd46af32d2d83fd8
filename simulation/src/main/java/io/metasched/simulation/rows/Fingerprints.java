package io.metasched.simulation.rows;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.metascheduler.program.Sha256;
import java.util.stream.Stream;

/**
 * Short fingerprints of the facts of a result that cannot be derived from the rest of the result.
 */
public final class Fingerprints {
  /** Name of the field of a summary that holds the fingerprints. */
  public static final String FIELD = "fingerprints";

  private static final int SHOWN_DIGITS = 16;

  private Fingerprints() {}

  /** Returns the fingerprint of a field. */
  public static String of(JsonNode node) {
    return of(JsonText.line(node));
  }

  /** Returns the fingerprint of a text. */
  public static String of(String text) {
    return Sha256.of(Stream.of(text)).substring(0, SHOWN_DIGITS);
  }
}
