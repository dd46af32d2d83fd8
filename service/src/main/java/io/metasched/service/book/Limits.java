package io.metasched.service.book;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Optional;

/**
 * Limits on the jobs of an account, or of each person in an account. An absent limit is given by
 * the defaults of the service.
 *
 * @param waiting most jobs that wait for a window
 * @param running most jobs that have windows over one instant
 * @param nodes most nodes in windows, reservations and firm offers over one instant
 */
@RecordBuilder
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record Limits(Optional<Integer> waiting, Optional<Integer> running, Optional<Integer> nodes)
    implements LimitsBuilder.With {
  /** Greatest limit. */
  public static final int MOST = 1_000_000;

  /** No own limits. */
  public static final Limits NONE =
      new Limits(Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * Checks the range.
   *
   * @throws IllegalArgumentException for a limit below 0 or above {@link #MOST}
   */
  public Limits {
    for (var each : new Integer[] {waiting.orElse(0), running.orElse(0), nodes.orElse(0)}) {
      if (each < 0 || each > MOST) {
        throw new IllegalArgumentException("a limit is 0 to %d, not %d".formatted(MOST, each));
      }
    }
  }

  /** Returns whether there is a limit on windows. */
  public boolean boundWindows() {
    return running.isPresent() || nodes.isPresent();
  }

  /** Returns these limits; absent ones are taken from others. */
  public Limits or(Limits others) {
    return new Limits(
        waiting.or(others::waiting), running.or(others::running), nodes.or(others::nodes));
  }
}
