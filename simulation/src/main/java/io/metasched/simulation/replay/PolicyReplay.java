package io.metasched.simulation.replay;

import java.util.List;

/**
 * A log replayed under one policy.
 *
 * @param policy name of the local scheduler
 * @param periodTicks time between two passes, 0 for a pass at each event
 * @param schedule when each job ran
 * @param metrics what came of it for all jobs
 * @param byUser the same for each user
 * @param bySize the same for each class of sizes
 * @param wallSeconds what scheduling alone took, reading excluded
 */
public record PolicyReplay(
    String policy,
    long periodTicks,
    Schedule schedule,
    ReplayMetrics metrics,
    List<ReplayGroup> byUser,
    List<ReplayGroup> bySize,
    double wallSeconds) {

  /** Copies the lists. */
  public PolicyReplay {
    byUser = List.copyOf(byUser);
    bySize = List.copyOf(bySize);
  }

  /** A replay with all that follows from its schedule. */
  public static PolicyReplay of(
      String policy, long periodTicks, Schedule schedule, double wallSeconds) {
    return new PolicyReplay(
        policy,
        periodTicks,
        schedule,
        ReplayMetrics.of(schedule),
        ReplayGroup.byUser(schedule),
        ReplayGroup.bySize(schedule),
        wallSeconds);
  }
}
