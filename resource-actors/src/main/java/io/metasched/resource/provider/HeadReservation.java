package io.metasched.resource.provider;

/**
 * Start that EASY promises to the head of a queue if the head cannot start now; kept while later
 * jobs are tried.
 *
 * @param head the job
 * @param shadowTick the earliest start by the limits of the running jobs and the reservations
 * @param extra number of processors that remain free at that tick after the head has begun
 */
record HeadReservation(BatchJob head, long shadowTick, int extra) {

  /**
   * Finds the start, and holds the processors for it if the cluster has reservations. Cost: O(log
   * n) for n commitments; without reservations, O(r) for r running jobs.
   */
  static HeadReservation of(BatchJob head, Cluster cluster, long now) {
    var commitments = cluster.commitments();
    if (commitments == null) {
      return byLimits(head, cluster, now);
    }
    long shadow = commitments.earliestStart(head, now);
    commitments.hold(head, shadow);
    return new HeadReservation(head, shadow, commitments.freeAt(shadow));
  }

  private static HeadReservation byLimits(BatchJob head, Cluster cluster, long now) {
    long shadow = now;
    int freeThen = cluster.free();
    for (var running : cluster.running()) {
      if (freeThen >= head.processors() && running.limitEnd() > shadow) {
        break;
      }
      shadow = running.limitEnd();
      freeThen += running.job().processors();
    }
    return new HeadReservation(head, shadow, freeThen - head.processors());
  }

  /** Releases the processors, because later reservations take only running jobs into account. */
  void withdraw(Cluster cluster) {
    var commitments = cluster.commitments();
    if (commitments != null) {
      commitments.giveBack(head, shadowTick);
    }
  }
}
