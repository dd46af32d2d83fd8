package io.metasched.metascheduler.broker;

/**
 * How a broker negotiates.
 *
 * @param mostTasks how many tasks one round is about at most, at least 1; more wait for the next
 * @param idleRounds a task is given up after so many rounds in which neither it nor any other task
 *     was placed, at least 1
 * @param mostRounds a task is given up after so many rounds, at least 1
 * @param offerTicks how long agents keep their offers open, in ticks, at least 1
 * @param holdTicks how long they hold what is accepted, in ticks, at least 1
 */
public record BrokerRules(
    int mostTasks, int idleRounds, int mostRounds, long offerTicks, long holdTicks) {
  /** Rounds of up to 1000 tasks, two of which may be idle; offers and holds of a minute. */
  public static final BrokerRules DEFAULT = new BrokerRules(1000, 2, 100, 60_000, 60_000);

  /**
   * @throws IllegalArgumentException for a number below 1
   */
  public BrokerRules {
    requirePositive("mostTasks", mostTasks);
    requirePositive("idleRounds", idleRounds);
    requirePositive("mostRounds", mostRounds);
    requirePositive("offerTicks", offerTicks);
    requirePositive("holdTicks", holdTicks);
  }

  private static void requirePositive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException("%s must be at least 1, but is %d".formatted(name, value));
    }
  }
}
