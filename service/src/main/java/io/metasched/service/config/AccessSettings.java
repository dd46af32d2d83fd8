package io.metasched.service.config;

import com.typesafe.config.Config;

/**
 * Bounds on sign-ins and tokens.
 *
 * @param perMinute sign-ins and new tokens per principal and minute
 * @param most valid tokens and sessions per principal
 * @param wrongPerMinute requests with an unknown token per address and minute
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
