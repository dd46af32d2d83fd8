package io.metasched.metascheduler.whatif;

import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationRequest;

/** Command of a reservation service to a cluster. */
public sealed interface ClusterRequest {
  /** Returns the index of the cluster. */
  int cluster();

  /** Request for the slots of a reservation request. */
  record Probe(int cluster, ReservationRequest request) implements ClusterRequest {}

  /** Request to reserve a slot, whose interval allows only one start. */
  record Reserve(int cluster, ReservationRequest slot) implements ClusterRequest {}

  /** Request to withdraw a reservation. */
  record Withdraw(int cluster, Reservation reservation) implements ClusterRequest {}
}
