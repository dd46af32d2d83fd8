package io.metasched.service.agent.link;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Log lines of an agent about its services: one when no service answers, one when a service answers
 * again.
 */
final class AnswerLog {
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private Instant answered;
  private boolean isAlone;

  /**
   * Creates a log.
   *
   * @param begun time from which services can answer
   */
  AnswerLog(Instant begun) {
    answered = begun;
  }

  /** Records an answer; returns a line if it ends a silence longer than the limit. */
  Optional<String> answer(Instant now) {
    long seconds = Duration.between(answered, now).toSeconds();
    answered = now;
    boolean wasAlone = isAlone;
    isAlone = false;
    return wasAlone
        ? Optional.of("A service answers again after %d s".formatted(seconds))
        : Optional.empty();
  }

  /** Returns a line, once, if no answer has arrived within the silence limit. */
  Optional<String> look(Instant now) {
    if (isAlone || Duration.between(answered, now).compareTo(SILENCE) <= 0) {
      return Optional.empty();
    }
    isAlone = true;
    return Optional.of(
        ("No service answers since %s (with TLS, both sides need keys of one authority); runs"
                + " continue")
            .formatted(answered));
  }
}
