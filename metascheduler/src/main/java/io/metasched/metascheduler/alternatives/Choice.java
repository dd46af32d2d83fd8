package io.metasched.metascheduler.alternatives;

import java.util.List;

/**
 * One alternative per job: the combination of equation (4), with the quota it keeps.
 *
 * @param chosen per job the index of its chosen offer
 * @param quota the limit g* in force: ticks, or 1/1000 money for {@link VoGoal#MIN_TIME}
 * @param proven whether the choice is optimal in the units its maker works in, and the
 *     lexicographically least among the optimal ones
 */
public record Choice(List<Integer> chosen, long quota, boolean proven) {
  /** Copies the list. */
  public Choice {
    chosen = List.copyOf(chosen);
  }
}
