package io.metasched.service.agent.link;

import java.time.Duration;

/**
 * Settings for the service side of the link.
 *
 * @param repeat interval after which an unanswered order is repeated
 * @param giveUp time after which an unanswered order fails
 * @param silence time without a message after which an agent sells nothing
 * @param unread time without a calendar of the site after which the site's agent sells nothing
 */
public record DeskSettings(Duration repeat, Duration giveUp, Duration silence, Duration unread) {
  /** Defaults: repeated after 1 s, failed after 10 s, silent after 10 s, unread after 30 s. */
  public static final DeskSettings USUAL =
      new DeskSettings(
          Duration.ofSeconds(1),
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofSeconds(30));
}
