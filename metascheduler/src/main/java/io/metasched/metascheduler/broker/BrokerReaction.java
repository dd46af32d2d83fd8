package io.metasched.metascheduler.broker;

import java.util.List;
import java.util.TreeSet;

/**
 * Reaction of a broker to an input.
 *
 * @param commands commands to agents, in order
 * @param outcomes outcomes of tasks, in order
 * @param unplaced ids of tasks that were placed on a lost agent and wait again, ascending
 */
public record BrokerReaction(
    List<NegotiationCommand> commands, List<TaskOutcome> outcomes, List<Long> unplaced) {
  public BrokerReaction {
    commands = List.copyOf(commands);
    outcomes = List.copyOf(outcomes);
    unplaced = List.copyOf(unplaced);
  }

  /** Applies an input to a broker and returns the reaction. */
  public static BrokerReaction of(BrokerCore broker, BrokerInput input, long nowTick) {
    boolean mayUnplace = input instanceof BrokerInput.Lost;
    var before = new TreeSet<Long>(mayUnplace ? broker.placed().keySet() : List.of());
    input.tell(broker, nowTick);
    before.removeAll(broker.placed().keySet());
    return new BrokerReaction(broker.next(), broker.outcomes(), List.copyOf(before));
  }
}
