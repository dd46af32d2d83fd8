package io.metasched.metascheduler.whatif;

import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationRequest;

/** What a reservation service asks of a cluster. */
public sealed interface ClusterCommand {
  /** The cluster. */
  int cluster();

  /** Which slots has it for a request? */
  record Probe(int cluster, ReservationRequest request) implements ClusterCommand {}

  /** It is to reserve a slot, whose interval leaves no choice. */
  record Reserve(int cluster, ReservationRequest slot) implements ClusterCommand {}

  /** It is to give up a reservation. */
  record Withdraw(int cluster, Reservation reservation) implements ClusterCommand {}
}
