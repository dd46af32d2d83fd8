package io.metasched.service.site.slurm;

import java.time.Duration;
import java.util.Optional;

/**
 * Right of an agent to keep its windows at a site.
 *
 * @param reserves whether each window has a reservation of its own; otherwise, only the book has it
 * @param borrowed reservation of the site in which all windows are, and outside of which all time
 *     is the site's
 */
public record SlurmRights(boolean reserves, Optional<String> borrowed) {
  /** Right to make reservations, which Slurm's level Operator includes. */
  public static final SlurmRights OPERATOR = new SlurmRights(true, Optional.empty());

  /** No special right: jobs are submitted as any user's are. */
  public static final SlurmRights NONE = new SlurmRights(false, Optional.empty());

  /**
   * Time for which a job may overrun its window by its limit, which is in whole minutes and counts
   * from the start of the job. Only an operator may correct it later.
   */
  private static final Duration LIMIT_SLACK = Duration.ofMinutes(2);

  /**
   * @throws IllegalArgumentException for a name that is not allowed
   */
  public SlurmRights {
    borrowed.ifPresent(SlurmName::require);
  }

  /** Returns the right to use a reservation of the site. */
  public static SlurmRights in(String reservation) {
    return new SlurmRights(false, Optional.of(reservation));
  }

  /** Returns the time before a reservation of the site in which no window may end. */
  Duration slack() {
    return reserves ? Duration.ZERO : LIMIT_SLACK;
  }
}
