package io.metasched.metascheduler.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;

/**
 * The bounds of a metascheduler.
 *
 * @param stashCapacity commands that wait while it collects or books, at least 1
 * @param rememberedAnswers answers kept for repeated commands, at least 1
 * @param spareParts how many parts per domain the answer to a search is to outlive, at least 0
 * @param faultDeadline wall-clock time after which a silent domain or user counts as lost
 * @param askAgainAfter wall-clock time after which a domain or user that has not answered is asked
 *     again; what is told twice is done once
 */
public record MetaschedulerSettings(
    int stashCapacity,
    int rememberedAnswers,
    int spareParts,
    Duration faultDeadline,
    Duration askAgainAfter) {
  private static final String ROOT = "metasched.metascheduler.";
  private static final String STASH = "stash-capacity";
  private static final String REMEMBERED = "remembered-answers";
  private static final String SPARE = "spare-parts";
  private static final String DEADLINE = "fault-deadline";
  private static final String AGAIN = "ask-again-after";

  /** The dispatcher that policies plan on. */
  public static final String PLANNING_DISPATCHER = ROOT + "planning-dispatcher";

  /**
   * @throws IllegalArgumentException for a value out of its range
   */
  public MetaschedulerSettings {
    requireAtLeast(STASH, 1, stashCapacity);
    requireAtLeast(REMEMBERED, 1, rememberedAnswers);
    requireAtLeast(SPARE, 0, spareParts);
    requirePositive(DEADLINE, faultDeadline);
    requirePositive(AGAIN, askAgainAfter);
  }

  /** The same, where nobody is asked twice before he counts as lost. */
  public MetaschedulerSettings(
      int stashCapacity, int rememberedAnswers, int spareParts, Duration faultDeadline) {
    this(stashCapacity, rememberedAnswers, spareParts, faultDeadline, faultDeadline);
  }

  /** How often somebody is looked at, at intervals of {@link #askAgainAfter}, before he is lost. */
  public int looksUntilLost() {
    long looks = (faultDeadline.toMillis() - 1) / askAgainAfter.toMillis() + 1;
    return (int) Math.min(Integer.MAX_VALUE, Math.max(1, looks));
  }

  /** The settings of this JVM's configuration. */
  public static MetaschedulerSettings load() {
    return read(ConfigFactory.load());
  }

  /**
   * The settings under {@code metasched.metascheduler}.
   *
   * @throws IllegalArgumentException where a value is missing or out of its range
   */
  public static MetaschedulerSettings read(Config config) {
    try {
      return new MetaschedulerSettings(
          config.getInt(ROOT + STASH),
          config.getInt(ROOT + REMEMBERED),
          config.getInt(ROOT + SPARE),
          config.getDuration(ROOT + DEADLINE),
          config.getDuration(ROOT + AGAIN));
    } catch (ConfigException e) {
      throw new IllegalArgumentException(ROOT + ": " + e.getMessage(), e);
    }
  }

  private static void requirePositive(String key, Duration value) {
    if (value.isNegative() || value.toMillis() == 0) {
      throw new IllegalArgumentException(
          "%s%s must be at least 1 ms, but is %s".formatted(ROOT, key, value));
    }
  }

  private static void requireAtLeast(String key, int least, int value) {
    if (value < least) {
      throw new IllegalArgumentException(
          "%s%s must be at least %d, but is %d".formatted(ROOT, key, least, value));
    }
  }
}
