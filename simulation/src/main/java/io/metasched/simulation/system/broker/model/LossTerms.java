package io.metasched.simulation.system.broker.model;

import io.metasched.simulation.random.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Settings of the losses of agents.
 *
 * @param given losses that the user specified
 * @param everyTicks mean time between the return of an agent and its next loss; 0 for no losses
 * @param forTicks mean time until an agent returns, at least 1
 */
public record LossTerms(List<AgentLoss> given, long everyTicks, long forTicks) {
  /** No losses. */
  static final LossTerms NONE = new LossTerms(List.of(), 0, 1);

  public LossTerms {
    given = List.copyOf(given);
  }

  /**
   * Returns the losses of a run.
   *
   * @param fromTick tick of the first submission: no loss begins earlier
   * @param untilTick tick after which no loss begins
   */
  public List<AgentLoss> losses(int agents, long fromTick, long untilTick, Seeds seeds) {
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
