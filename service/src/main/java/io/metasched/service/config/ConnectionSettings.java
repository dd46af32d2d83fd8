package io.metasched.service.config;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * Bounds on the connections of the API.
 *
 * @param patience longest time without a complete request
 * @param inAll highest number of connections
 * @param ofAddress highest number of connections per address
 * @param streamsOfPrincipal highest number of streams per principal
 */
public record ConnectionSettings(
    Duration patience, int inAll, int ofAddress, int streamsOfPrincipal) {

  /**
   * Reads the bounds from the section {@code connections}, and the patience from the key next to
   * this section.
   */
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
