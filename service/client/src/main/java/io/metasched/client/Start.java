package io.metasched.client;

import java.time.Instant;
import java.util.Optional;

/**
 * Limits on the start and the end of a job: either {@code at}, or any of the others.
 *
 * @param at fixed start
 * @param notBefore earliest start
 * @param deadline latest end
 */
public record Start(Optional<Instant> at, Optional<Instant> notBefore, Optional<Instant> deadline) {

  /** Returns the limit that a job ends before a time. */
  public static Start before(Instant deadline) {
    return new Start(Optional.empty(), Optional.empty(), Optional.of(deadline));
  }
}
