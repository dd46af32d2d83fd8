package io.metasched.service.site.slurm;

import java.time.Duration;
import java.util.List;

/**
 * Rules by which the state of a Slurm becomes a calendar.
 *
 * @param partition partition whose nodes are for sale
 * @param prefix beginning of the names of our own reservations and jobs, which take no time from us
 * @param users users of our own jobs
 * @param margin time after the limit of a local job until its node is free: Slurm checks limits
 *     each 30 s, and waits KillWait (30 s by default) between TERM and KILL
 * @param respectsPlans whether a waiting local job takes the time for which Slurm plans it
 */
public record CalendarRules(
    String partition, String prefix, List<String> users, Duration margin, boolean respectsPlans) {
  /**
   * @throws IllegalArgumentException if the prefix is empty or the margin negative
   */
  public CalendarRules {
    users = List.copyOf(users);
    if (prefix.isEmpty() || margin.isNegative()) {
      throw new IllegalArgumentException("a prefix and a margin of 0 or more are needed");
    }
  }

  /** Returns whether a job is one of ours; its name alone could be chosen by any user. */
  boolean isOurs(SiteJob job) {
    return job.name().startsWith(prefix) && users.contains(job.user());
  }

  boolean isOurs(SiteReservation reservation) {
    return reservation.name().startsWith(prefix);
  }
}
