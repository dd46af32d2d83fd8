package io.metasched.simulation.options;

import io.metasched.metascheduler.deployment.ClusterEvents;
import picocli.CommandLine;

/** Printer of cluster events to standard error, one line each. */
public record EventLines(CommandLine commandLine) implements ClusterEvents {

  @Override
  public void happened(String event) {
    commandLine.getErr().println("metasched: cluster: " + event);
    commandLine.getErr().flush();
  }
}
