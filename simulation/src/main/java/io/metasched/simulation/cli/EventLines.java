package io.metasched.simulation.cli;

import java.util.function.Consumer;
import picocli.CommandLine;

/** Prints what happens in a cluster to standard error, a line each. */
record EventLines(CommandLine commandLine) implements Consumer<String> {

  @Override
  public void accept(String event) {
    commandLine.getErr().println("metasched: cluster: " + event);
    commandLine.getErr().flush();
  }
}
