package io.metasched.metascheduler.alternatives;

import java.util.List;

/**
 * Combination of one alternative per job, as in equation (4), and the quota within which it is.
 *
 * @param chosen index of the chosen offer of each job
 * @param quota the limit g* in force: ticks, or 1/1000 money for {@link VoGoal#MIN_TIME}
 * @param proven whether the choice is optimal in the units of its algorithm, and the
 *     lexicographically least optimal one
 */
public record Choice(List<Integer> chosen, long quota, boolean proven) {
  public Choice {
    chosen = List.copyOf(chosen);
  }
}
