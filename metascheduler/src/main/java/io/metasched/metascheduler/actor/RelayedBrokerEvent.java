package io.metasched.metascheduler.actor;

import io.metasched.metascheduler.broker.BrokerInput;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.owner.CommandId;
import java.util.List;

/**
 * What a broker whose messages are carried by its caller writes to its journal: what it heard. Its
 * state is what its core makes of that, see {@link RelayedBrokerFold}.
 */
sealed interface RelayedBrokerEvent extends CborSerializable {
  /** It heard something, and has answered. */
  record InputHeard(RelayedBroker.Told reply, BrokerInput input, long nowTick)
      implements RelayedBrokerEvent {}

  /** What it heard at a tick. */
  record Heard(BrokerInput input, long nowTick) {}

  /**
   * What the events so far lead to, as it is stored now and then: all that it heard, as a round in
   * progress and the number of tries of each task are known from nothing less.
   *
   * @param heard in its order
   * @param replies the answers that are remembered, oldest first
   * @param forgotten the last command of each issuer whose answer is forgotten
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
