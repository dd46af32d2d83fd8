package io.metasched.simulation.bench;

import picocli.CommandLine.Option;

/** The option that says how long a bench measures. */
public final class SecondsOption {
  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "How long each row is measured, at least once (default: ${DEFAULT-VALUE}).")
  private double seconds;

  /**
   * Nothing is given yet.
   *
   * @param usual how long it is then
   */
  public SecondsOption(double usual) {
    seconds = usual;
  }

  /** How long, in seconds. */
  public double value() {
    return seconds;
  }
}
