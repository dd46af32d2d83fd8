package io.metasched.simulation.cli;

import io.metasched.metascheduler.deployment.ClusterEvents;
import picocli.CommandLine;

/** Prints what happens in a cluster to standard error, a line each. */
record EventLines(CommandLine commandLine) implements ClusterEvents {

  @Override
  public void happened(String event) {
    commandLine.getErr().println("metasched: cluster: " + event);
    commandLine.getErr().flush();
  }
}
