package io.metasched.metascheduler.broker;

import java.util.List;
import java.util.TreeSet;

/**
 * What follows from what a broker is told.
 *
 * @param commands what it asks of agents, in its order
 * @param outcomes what has come of tasks, in the order in which it was reached
 * @param unplaced ids of tasks that were placed before on an agent that is lost and wait again,
 *     ascending
 */
public record BrokerReaction(
    List<AgentCommand> commands, List<TaskOutcome> outcomes, List<Long> unplaced) {
  /** Copies the lists. */
  public BrokerReaction {
    commands = List.copyOf(commands);
    outcomes = List.copyOf(outcomes);
    unplaced = List.copyOf(unplaced);
  }

  /** Tells a broker something. */
  public static BrokerReaction of(BrokerCore broker, BrokerInput input, long nowTick) {
    boolean mayUnplace = input instanceof BrokerInput.Lost;
    var before = new TreeSet<Long>(mayUnplace ? broker.placed().keySet() : List.of());
    input.tell(broker, nowTick);
    before.removeAll(broker.placed().keySet());
    return new BrokerReaction(broker.next(), broker.outcomes(), List.copyOf(before));
  }
}
