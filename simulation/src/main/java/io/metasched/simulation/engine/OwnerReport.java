package io.metasched.simulation.engine;

import io.metasched.resource.owner.LocalJob;
import io.metasched.resource.owner.LocalRun;
import io.metasched.resource.owner.NodeBook;
import java.util.List;

/**
 * What the owner of a node tells of its local jobs in the end.
 *
 * @param node the node
 * @param runs local jobs that got their place
 * @param waiting local jobs that found none
 */
public record OwnerReport(int node, List<LocalRun> runs, List<LocalJob> waiting) {
  public OwnerReport {
    runs = List.copyOf(runs);
    waiting = List.copyOf(waiting);
  }

  static OwnerReport of(NodeBook book) {
    return new OwnerReport(book.node().id(), book.localRuns(), book.waitingLocalJobs());
  }
}
