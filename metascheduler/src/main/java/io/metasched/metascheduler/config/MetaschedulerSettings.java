package io.metasched.metascheduler.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import io.metasched.resource.config.DomainSettings;
import java.time.Duration;

/**
 * Limits of a metascheduler.
 *
 * @param stashCapacity maximum number of commands that may wait while the metascheduler collects or
 *     books, at least 1
 * @param cachedReplies number of replies cached for repeated commands, at least 1
 * @param spareParts number of parts per domain that may be taken before the answer to a search
 *     becomes invalid, at least 0
 * @param faultDeadline wall-clock time after which a domain or user that has not answered counts as
 *     unreachable
 * @param retryInterval wall-clock time after which a domain or user that has not answered is asked
 *     again; a repeated command is executed only once
 */
public record MetaschedulerSettings(
    int stashCapacity,
    int cachedReplies,
    int spareParts,
    Duration faultDeadline,
    Duration retryInterval) {
  private static final String ROOT = "metasched.metascheduler.";
  private static final String STASH = "stash-capacity";
  private static final String REMEMBERED = "cached-replies";
  private static final String SPARE = "spare-parts";
  private static final String DEADLINE = "fault-deadline";
  private static final String AGAIN = "retry-interval";

  /** Dispatcher on which policies plan. */
  public static final String PLANNING_DISPATCHER = ROOT + "planning-dispatcher";

  /**
   * @throws IllegalArgumentException if a value is out of range
   */
  public MetaschedulerSettings {
    requireAtLeast(STASH, 1, stashCapacity);
    requireAtLeast(REMEMBERED, 1, cachedReplies);
    requireAtLeast(SPARE, 0, spareParts);
    requirePositive(DEADLINE, faultDeadline);
    requirePositive(AGAIN, retryInterval);
  }

  /**
   * Returns the number of {@link #retryInterval}s after which a domain or user counts as
   * unreachable.
   */
  public int retriesUntilTimeout() {
    long retries = (faultDeadline.toMillis() - 1) / retryInterval.toMillis() + 1;
    return (int) Math.min(Integer.MAX_VALUE, Math.max(1, retries));
  }

  /**
   * Returns the number of commands that one issuer may have in flight at actors with these limits:
   * half of the smallest limit, so that the actors and other issuers can send commands as well.
   *
   * @param domain limits of the domains
   */
  public int commandsAtOnce(DomainSettings domain) {
    int ofDomain = Math.min(domain.mostCommandsInFlight(), domain.cachedReplies());
    int ofMetascheduler = Math.min(stashCapacity, cachedReplies);
    return Math.max(1, Math.min(ofDomain, ofMetascheduler) / 2);
  }

  /** Reads the settings from this JVM's configuration. */
  public static MetaschedulerSettings load() {
    return read(ConfigFactory.load());
  }

  /**
   * Reads the settings under {@code metasched.metascheduler}.
   *
   * @throws IllegalArgumentException if a value is missing or out of range
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
