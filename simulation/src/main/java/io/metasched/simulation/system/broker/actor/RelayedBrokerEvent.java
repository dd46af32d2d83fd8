package io.metasched.simulation.system.broker.actor;

import io.metasched.metascheduler.broker.BrokerInput;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.owner.CommandId;
import java.util.List;

/**
 * Event that a relayed broker writes to its journal: an input. The state is the result of the
 * broker's core for all inputs; see {@link RelayedBrokerFold}.
 */
sealed interface RelayedBrokerEvent extends CborSerializable {
  /** Input of the broker, with the reply. */
  record InputHeard(RelayedBroker.Told reply, BrokerInput input, long nowTick)
      implements RelayedBrokerEvent {}

  /** Input at a tick. */
  record Heard(BrokerInput input, long nowTick) {}

  /**
   * Snapshot of the state: all inputs, because a round in progress and the number of tries of each
   * task depend on all of them.
   *
   * @param heard the inputs in order
   * @param replies the cached replies, oldest first
   * @param forgotten for each issuer, its last command whose reply was dropped
   */
  record Snapshot(List<Heard> heard, List<RelayedBroker.Reply> replies, List<CommandId> forgotten)
      implements CborSerializable {
    public Snapshot {
      heard = List.copyOf(heard);
      replies = List.copyOf(replies);
      forgotten = List.copyOf(forgotten);
    }
  }
}
