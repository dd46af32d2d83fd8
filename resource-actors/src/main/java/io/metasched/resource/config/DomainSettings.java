package io.metasched.resource.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;

/**
 * Limits of a domain, each at least 1, and the conditions under which the domain answers with its
 * whole list.
 *
 * @param mostSessions maximum number of open sessions
 * @param mostCommandsInFlight maximum number of commands in progress, including waiting ones
 * @param cachedReplies number of replies cached for repeated commands
 * @param cachedRepliesOfOwner number of replies cached by each node owner
 * @param mostBlocksOpened maximum number of blocks of time that one session may have opened
 * @param wholeListShare share of the list: if the pruned answers in a session add up to more, the
 *     domain answers with the whole list; at least 0, infinite for never
 * @param shortList number of slots up to which the reply to the opening of a session contains the
 *     whole list, at least 0
 */
public record DomainSettings(
    int mostSessions,
    int mostCommandsInFlight,
    int cachedReplies,
    int cachedRepliesOfOwner,
    int mostBlocksOpened,
    double wholeListShare,
    int shortList) {
  private static final String ROOT = "metasched.resource.domain.";
  private static final String SESSIONS = "most-sessions";
  private static final String IN_FLIGHT = "most-commands-in-flight";
  private static final String REMEMBERED = "cached-replies";
  private static final String REMEMBERED_OF_OWNER = "cached-replies-of-owner";
  private static final String BLOCKS = "most-blocks-opened";
  private static final String WHOLE_LIST = "whole-list-share";
  private static final String SHORT_LIST = "short-list";

  /**
   * @throws IllegalArgumentException if a limit is below 1
   */
  public DomainSettings {
    requirePositive(SESSIONS, mostSessions);
    requirePositive(IN_FLIGHT, mostCommandsInFlight);
    requirePositive(REMEMBERED, cachedReplies);
    requirePositive(REMEMBERED_OF_OWNER, cachedRepliesOfOwner);
    requirePositive(BLOCKS, mostBlocksOpened);
    if (shortList < 0) {
      throw new IllegalArgumentException(
          "%s%s must be at least 0, but is %d".formatted(ROOT, SHORT_LIST, shortList));
    }
    if (!(wholeListShare >= 0)) {
      throw new IllegalArgumentException(
          "%s%s must be at least 0, but is %s".formatted(ROOT, WHOLE_LIST, wholeListShare));
    }
  }

  /** Returns a copy with which a domain sends its whole list on request only. */
  public DomainSettings withoutWholeLists() {
    return new DomainSettings(
        mostSessions,
        mostCommandsInFlight,
        cachedReplies,
        cachedRepliesOfOwner,
        mostBlocksOpened,
        Double.POSITIVE_INFINITY,
        0);
  }

  /** Reads the settings from this JVM's configuration. */
  public static DomainSettings load() {
    return read(ConfigFactory.load());
  }

  /**
   * Reads the settings under {@code metasched.resource.domain}.
   *
   * @throws IllegalArgumentException if a value is missing or out of range
   */
  public static DomainSettings read(Config config) {
    return new DomainSettings(
        whole(config, SESSIONS),
        whole(config, IN_FLIGHT),
        whole(config, REMEMBERED),
        whole(config, REMEMBERED_OF_OWNER),
        whole(config, BLOCKS),
        number(config, WHOLE_LIST),
        whole(config, SHORT_LIST));
  }

  private static int whole(Config config, String key) {
    var path = ROOT + key;
    try {
      return config.getInt(path);
    } catch (ConfigException e) {
      var given = config.hasPath(path) ? "is " + config.getValue(path).unwrapped() : "is missing";
      throw new IllegalArgumentException(
          "%s must be a whole number in the range of an int, but %s".formatted(path, given), e);
    }
  }

  private static double number(Config config, String key) {
    var path = ROOT + key;
    try {
      return config.getDouble(path);
    } catch (ConfigException e) {
      var given = config.hasPath(path) ? "is " + config.getValue(path).unwrapped() : "is missing";
      throw new IllegalArgumentException("%s must be a number, but %s".formatted(path, given), e);
    }
  }

  private static void requirePositive(String key, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "%s%s must be at least 1, but is %d".formatted(ROOT, key, value));
    }
  }
}
