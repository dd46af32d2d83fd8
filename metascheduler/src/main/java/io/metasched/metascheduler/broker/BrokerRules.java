package io.metasched.metascheduler.broker;

/**
 * Rules of a broker's negotiation.
 *
 * @param mostTasks maximum number of tasks of one round, at least 1; more wait for the next
 * @param idleRounds number of rounds without placing any task, this one included, after which a
 *     task is given up, at least 1
 * @param mostRounds number of rounds after which a task is given up, at least 1
 * @param offerTicks ticks for which agents keep their offers open, at least 1
 * @param holdTicks ticks for which agents hold accepted offers, at least 1
 */
public record BrokerRules(
    int mostTasks, int idleRounds, int mostRounds, long offerTicks, long holdTicks) {
  /** Rounds of up to 1000 tasks, two of which may be idle; offers and holds of a minute. */
  public static final BrokerRules DEFAULT = new BrokerRules(1000, 2, 100, 60_000, 60_000);

  /**
   * @throws IllegalArgumentException if a number is below 1
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
