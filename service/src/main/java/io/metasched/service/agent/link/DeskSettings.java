package io.metasched.service.agent.link;

import java.time.Duration;

/**
 * How the service treats agents.
 *
 * @param repeat after which an order that is not answered is sent again
 * @param giveUp after which whoever gave the order is told that it was not answered
 * @param silence after which an agent that is not heard of sells nothing
 */
public record DeskSettings(Duration repeat, Duration giveUp, Duration silence) {
  /** Again after 1 s, given up after 10 s, silent after 10 s. */
  public static final DeskSettings USUAL =
      new DeskSettings(Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofSeconds(10));
}
