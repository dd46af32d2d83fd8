package io.metasched.resource.owner;

import java.util.List;

/**
 * What a node did for its owner's own users. Reports of many nodes are there at once, so that local
 * jobs in their places are kept in a compact form.
 *
 * @param node the node's id
 * @param localRuns local jobs that have got their place, in the order in which they got it
 * @param waitingLocalJobs those that have none yet, in the order of arrival
 */
public record NodeReport(int node, List<LocalRun> localRuns, List<LocalJob> waitingLocalJobs) {
  public NodeReport {
    localRuns = LocalRuns.copyOf(localRuns);
    waitingLocalJobs = List.copyOf(waitingLocalJobs);
  }
}
