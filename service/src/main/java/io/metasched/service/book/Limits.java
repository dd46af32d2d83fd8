package io.metasched.service.book;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Optional;

/**
 * Limits on the jobs of an account, or of each person in an account. An absent limit is given by
 * the defaults of the service.
 *
 * @param waiting most jobs that wait for a window
 * @param running most jobs that have windows over one instant
 * @param nodes most nodes in windows, reservations and firm offers over one instant
 * @param priority highest priority that users may give to a job
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Limits(
    Optional<Integer> waiting,
    Optional<Integer> running,
    Optional<Integer> nodes,
    Optional<Integer> priority) {
  /** Greatest limit on jobs and nodes. */
  public static final int MOST = 1_000_000;

  /** Highest priority of a job; the lowest is its negative. */
  private static final int MOST_PRIORITY = 1000;

  /** No own limits. */
  public static final Limits NONE =
      new Limits(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException for a limit below 0 or above {@link #MOST}, or a priority that
   *     no job may have
   */
  public Limits {
    for (var each : new Integer[] {waiting.orElse(0), running.orElse(0), nodes.orElse(0)}) {
      if (each < 0 || each > MOST) {
        throw new IllegalArgumentException("a limit is 0 to %d, not %d".formatted(MOST, each));
      }
    }
    if (Math.abs(priority.orElse(0)) > MOST_PRIORITY) {
      var text = "a priority is -%1$d to %1$d, not %2$d";
      throw new IllegalArgumentException(text.formatted(MOST_PRIORITY, priority.get()));
    }
  }

  /** Returns whether there is a limit on windows. */
  public boolean boundWindows() {
    return running.isPresent() || nodes.isPresent();
  }

  /** Returns these limits; absent ones are taken from others. */
  public Limits or(Limits others) {
    return new Limits(
        waiting.or(others::waiting),
        running.or(others::running),
        nodes.or(others::nodes),
        priority.or(others::priority));
  }
}
