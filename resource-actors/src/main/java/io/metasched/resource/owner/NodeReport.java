package io.metasched.resource.owner;

import java.util.List;

/**
 * Report on the owner's local jobs on a node. Reports of many nodes exist at once, so placed local
 * jobs are kept in a compact form.
 *
 * @param node id of the node
 * @param localRuns placed local jobs, in the order of placement
 * @param waitingLocalJobs waiting local jobs, in the order of arrival
 */
public record NodeReport(int node, List<LocalRun> localRuns, List<LocalJob> waitingLocalJobs) {
  public NodeReport {
    localRuns = LocalRuns.copyOf(localRuns);
    waitingLocalJobs = List.copyOf(waitingLocalJobs);
  }

  /** Returns the number of local jobs. */
  public int jobs() {
    return localRuns.size() + waitingLocalJobs.size();
  }
}
