package io.metasched.simulation.options;

import picocli.CommandLine.Option;

/** The option that says what becomes of lines of a log that cannot be understood. */
public final class SkipMalformedOption {
  /** Its name. */
  public static final String NAME = "--skip-malformed";

  @Option(
      names = NAME,
      description =
          "Skips lines of a log that cannot be understood, and counts them; otherwise they are an"
              + " error.")
  private boolean isSet;

  /** Whether it was given. */
  public boolean isSet() {
    return isSet;
  }
}
