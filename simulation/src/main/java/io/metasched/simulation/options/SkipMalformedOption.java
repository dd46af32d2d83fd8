package io.metasched.simulation.options;

import picocli.CommandLine.Option;

/** Option to skip lines of a log that cannot be parsed. */
public final class SkipMalformedOption {
  /** Name on the command line. */
  public static final String NAME = "--skip-malformed";

  @Option(
      names = NAME,
      description = "Skips and counts malformed lines of a log; otherwise, they are an error.")
  private boolean isSet;

  /** Returns whether the option was given. */
  public boolean isSet() {
    return isSet;
  }
}
