package io.metasched.service.config;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * Bounds on the connections of the API.
 *
 * @param patience how long one may be open without a request that has come whole
 * @param inAll how many there may be
 * @param ofAddress how many there may be from one address
 * @param streamsOfPrincipal how many streams a principal may have
 */
public record ConnectionSettings(
    Duration patience, int inAll, int ofAddress, int streamsOfPrincipal) {

  /** Reads them from {@code connections} of the settings, and the patience from beside them. */
  static ConnectionSettings read(Config own) {
    var patience = own.getDuration("connection-patience");
    ServiceSettings.require(
        "connection-patience", "100ms and up", patience.toMillis() >= 100, patience);
    return new ConnectionSettings(
        patience,
        count(own, "connections.in-all"),
        count(own, "connections.of-address"),
        count(own, "connections.streams-of-principal"));
  }

  private static int count(Config own, String key) {
    int count = own.getInt(key);
    ServiceSettings.require(key, "1 to 100000", count >= 1 && count <= 100_000, count);
    return count;
  }
}
