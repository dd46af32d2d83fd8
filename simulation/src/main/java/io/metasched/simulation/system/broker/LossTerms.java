package io.metasched.simulation.system.broker;

import io.metasched.simulation.random.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * When agents are lost.
 *
 * @param given the losses that the user names
 * @param everyTicks mean time that an agent is reached before it is lost; 0 for never
 * @param forTicks mean time until it comes back, at least 1
 */
record LossTerms(List<AgentLoss> given, long everyTicks, long forTicks) {
  /** No agent is lost. */
  static final LossTerms NONE = new LossTerms(List.of(), 0, 1);

  /** Copies the list. */
  LossTerms {
    given = List.copyOf(given);
  }

  /**
   * The losses of a run.
   *
   * @param fromTick the first submission: none begins earlier
   * @param untilTick none begins later
   */
  List<AgentLoss> losses(int agents, long fromTick, long untilTick, Seeds seeds) {
    if (everyTicks == 0) {
      return given;
    }
    var losses = new ArrayList<AgentLoss>();
    for (int agent = 0; agent < agents; agent++) {
      var random = seeds.generator("agent-losses", agent);
      long lost = after(fromTick, everyTicks, random);
      while (lost <= untilTick) {
        long back = after(lost, forTicks, random);
        losses.add(new AgentLoss(agent, lost, back));
        lost = after(back, everyTicks, random);
      }
    }
    return losses;
  }

  private static long after(long tick, long meanTicks, UniformRandomProvider random) {
    return tick + 1 + Math.round(-Math.log(1 - random.nextDouble()) * meanTicks);
  }
}
