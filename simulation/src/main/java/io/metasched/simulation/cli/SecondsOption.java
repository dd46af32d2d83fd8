package io.metasched.simulation.cli;

import picocli.CommandLine.Option;

/** The option that says how long a bench measures. */
final class SecondsOption {
  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "How long each row is measured, at least once (default: ${DEFAULT-VALUE}).")
  private double seconds;

  SecondsOption(double usual) {
    seconds = usual;
  }

  double value() {
    return seconds;
  }
}
