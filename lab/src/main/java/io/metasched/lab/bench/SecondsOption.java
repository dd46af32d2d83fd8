package io.metasched.lab.bench;

import picocli.CommandLine.Option;

/** Option for the time that a bench measures. */
public final class SecondsOption {
  @Option(
      names = "--seconds",
      paramLabel = "S",
      description =
          "Seconds for which each row is measured, at least once (default:" + " ${DEFAULT-VALUE}).")
  private double seconds;

  /**
   * Creates the option without a given value.
   *
   * @param usual default, in seconds
   */
  public SecondsOption(double usual) {
    seconds = usual;
  }

  /** Returns the time of measurement, in seconds. */
  public double value() {
    return seconds;
  }
}
