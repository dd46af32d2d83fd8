package io.metasched.service.config;

import com.typesafe.config.Config;

/**
 * Bounds on signing in and on tokens.
 *
 * @param perMinute sign-ins and new tokens of each principal in a minute
 * @param most tokens and sessions of each principal that are good at a time
 * @param wrongPerMinute requests of each address in a minute with a token that is not known
 */
public record AccessSettings(int perMinute, int most, int wrongPerMinute) {

  static AccessSettings read(Config own) {
    return new AccessSettings(
        atLeastOne(own, "tokens-per-minute"),
        atLeastOne(own, "most-tokens"),
        atLeastOne(own, "wrong-tokens-per-minute"));
  }

  private static int atLeastOne(Config own, String name) {
    int given = own.getInt(name);
    if (given < 1) {
      throw new SettingsException(
          "metasched.service.access.%s: allowed is 1 and up, given was '%d'"
              .formatted(name, given));
    }
    return given;
  }
}
