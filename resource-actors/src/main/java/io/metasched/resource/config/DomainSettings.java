package io.metasched.resource.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;

/**
 * The bounds of a domain, each at least 1, and when it answers with its whole list.
 *
 * @param mostSessions sessions open at once
 * @param mostCommandsInFlight commands worked on at once, waiting ones included
 * @param cachedReplies answers kept for repeated commands
 * @param cachedRepliesOfOwner the same for each node owner
 * @param mostBlocksOpened blocks of time that one session may have opened
 * @param wholeListShare the share of its list that pruned answers in a session may come to before
 *     the whole list is the answer, at least 0; infinite for never
 * @param shortList slots up to which the reply to an opened session has the whole list, at least 0
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
   * @throws IllegalArgumentException for a bound below 1
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

  /** The same, where a domain replies with its whole list only when asked for it. */
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

  /** The settings of this JVM's configuration. */
  public static DomainSettings load() {
    return read(ConfigFactory.load());
  }

  /**
   * The settings under {@code metasched.resource.domain}.
   *
   * @throws IllegalArgumentException where a value is missing or out of its range
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
          "%s must be a whole number of an int's range, but %s".formatted(path, given), e);
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
