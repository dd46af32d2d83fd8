package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.book.DrainMode;

/** Parser of requests to drain a node. */
public final class DrainReader {
  private static final int REASON_CHARS = 200;

  private DrainReader() {}

  /**
   * Request to drain a node.
   *
   * @param mode treatment of the node's bookings
   * @param reason reason; untrusted text
   */
  public record Wanted(DrainMode mode, String reason) {}

  /**
   * Parses a body.
   *
   * @throws Problem with all faults
   */
  public static Wanted read(JsonNode body) {
    var reader = new ObjectReader(body);
    var mode =
        reader.word("mode", DrainMode.values(), DrainMode::label).orElse(DrainMode.SELL_NOTHING);
    var reason = reader.text("reason", REASON_CHARS).map(String::strip).orElse("");
    if (reason.isEmpty()) {
      reader.wrong("reason", "is missing", "1 to %d characters".formatted(REASON_CHARS));
    }
    reader.requireNoFault();
    return new Wanted(mode, reason);
  }
}
