package io.metasched.service.agent.link;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The lines of an agent's log about its services: one when none answers, one when one does. */
final class AnswerLog {
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private Instant answered;
  private boolean isAlone;

  /**
   * Creates a log.
   *
   * @param begun since when services may answer
   */
  AnswerLog(Instant begun) {
    answered = begun;
  }

  /** Notes an answer; returns a line if there was none for long. */
  Optional<String> answer(Instant now) {
    long seconds = Duration.between(answered, now).toSeconds();
    answered = now;
    boolean wasAlone = isAlone;
    isAlone = false;
    return wasAlone
        ? Optional.of("A service answers again after %d s".formatted(seconds))
        : Optional.empty();
  }

  /** Returns a line when there has been no answer for long, once. */
  Optional<String> look(Instant now) {
    if (isAlone || Duration.between(answered, now).compareTo(SILENCE) <= 0) {
      return Optional.empty();
    }
    isAlone = true;
    return Optional.of(
        "No service answers since %s (with TLS, both sides need keys of one authority); runs go on"
            .formatted(answered));
  }
}
