package io.metasched.simulation.rows;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.metascheduler.program.Sha256;
import java.util.stream.Stream;

/** Short fingerprints of what follows from nothing else in a result. */
public final class Fingerprints {
  /** The field of a summary that holds them. */
  public static final String FIELD = "fingerprints";

  private static final int SHOWN_DIGITS = 16;

  private Fingerprints() {}

  /** That of a field. */
  public static String of(JsonNode node) {
    return of(JsonText.line(node));
  }

  /** That of a text. */
  public static String of(String text) {
    return Sha256.of(Stream.of(text)).substring(0, SHOWN_DIGITS);
  }
}
