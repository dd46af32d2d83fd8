package io.metasched.service.config;

import com.typesafe.config.Config;
import java.nio.file.Path;

/**
 * Bounds on sign-ins and tokens, and the issuers whose tokens are accepted.
 *
 * @param perMinute sign-ins and new tokens per principal and minute
 * @param most valid tokens and sessions per principal
 * @param wrongPerMinute requests with an unknown token per address and minute
 * @param identities issuers of identities
 */
public record AccessSettings(
    int perMinute, int most, int wrongPerMinute, IdentitySettings identities) {

  static AccessSettings read(Config own, Path home) {
    return new AccessSettings(
        atLeastOne(own, "tokens-per-minute"),
        atLeastOne(own, "most-tokens"),
        atLeastOne(own, "wrong-tokens-per-minute"),
        IdentitySettings.read(own.getString("identities"), home));
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
