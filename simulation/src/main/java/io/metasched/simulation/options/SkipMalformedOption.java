package io.metasched.simulation.options;

import picocli.CommandLine.Option;

/** Option to skip lines of a log that cannot be parsed. */
public final class SkipMalformedOption {
  /** Name on the command line. */
  public static final String NAME = "--skip-malformed";

  @Option(
      names = NAME,
      description =
          "Skips lines of a log that cannot be understood, and counts them; otherwise they are an"
              + " error.")
  private boolean isSet;

  /** Returns whether the option was given. */
  public boolean isSet() {
    return isSet;
  }
}
