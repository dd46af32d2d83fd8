package io.metasched.metascheduler.broker;

/**
 * Rules of a broker's negotiation.
 *
 * @param mostTasks maximum number of tasks in one round, at least 1; further tasks wait for the
 *     next round
 * @param idleRounds number of rounds of a task in which no task at all was placed, after which the
 *     task fails, at least 1
 * @param mostRounds number of rounds after which a task fails, at least 1
 * @param offerTicks ticks for which agents keep their offers open, at least 1
 * @param holdTicks ticks for which agents hold accepted offers, at least 1
 */
public record BrokerRules(
    int mostTasks, int idleRounds, int mostRounds, long offerTicks, long holdTicks) {
  /**
   * Default rules: rounds of up to 1000 tasks, failure after two idle rounds or 100 rounds, and
   * offers and holds for one minute.
   */
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
