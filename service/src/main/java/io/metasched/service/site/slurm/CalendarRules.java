package io.metasched.service.site.slurm;

import java.time.Duration;
import java.time.ZoneId;
import java.util.List;

/**
 * Rules for computing a calendar from the state of a Slurm cluster.
 *
 * @param partition partition whose nodes are for sale
 * @param prefix name prefix of our own reservations and jobs, which do not count as taken time
 * @param users users of our own jobs
 * @param margin time from the limit of a local job until its nodes are free: Slurm checks limits
 *     every 30 s, and waits KillWait (30 s by default) between TERM and KILL
 * @param respectsPlans whether the span that Slurm plans for a waiting local job counts as taken
 * @param zone time zone of the site's controller, in which reservations recur
 * @param rights right to keep windows
 */
public record CalendarRules(
    String partition,
    String prefix,
    List<String> users,
    Duration margin,
    boolean respectsPlans,
    ZoneId zone,
    SlurmRights rights) {
  /**
   * @throws IllegalArgumentException if the prefix is empty or the margin negative
   */
  public CalendarRules {
    users = List.copyOf(users);
    if (prefix.isEmpty() || margin.isNegative()) {
      throw new IllegalArgumentException("a prefix and a margin of 0 or more are needed");
    }
  }

  /** Creates rules of an operator for a site in the time zone of this machine. */
  public CalendarRules(
      String partition, String prefix, List<String> users, Duration margin, boolean respectsPlans) {
    this(
        partition,
        prefix,
        users,
        margin,
        respectsPlans,
        ZoneId.systemDefault(),
        SlurmRights.OPERATOR);
  }

  /** Returns rules of an agent with other rights. */
  public CalendarRules with(SlurmRights other) {
    return new CalendarRules(partition, prefix, users, margin, respectsPlans, zone, other);
  }

  /**
   * Returns whether a job is one of ours, by name and user, because any user could choose the name.
   */
  boolean isOurs(SiteJob job) {
    return job.name().startsWith(prefix) && users.contains(job.user());
  }

  /** Returns whether a reservation is one of ours, by name and users. */
  boolean isOurs(SiteReservation reservation) {
    return reservation.name().startsWith(prefix)
        && !reservation.users().isEmpty()
        && users.containsAll(reservation.users());
  }
}
