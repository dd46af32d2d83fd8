package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.api.Problem.Fault;
import io.metasched.service.book.DrainMode;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;

/** Parser of requests to drain a node. */
public final class DrainReader {
  private static final int REASON_CHARS = 200;

  private DrainReader() {}

  /**
   * Request to drain a node.
   *
   * @param mode treatment of its bookings
   * @param reason reason; untrusted text
   */
  public record Wanted(DrainMode mode, String reason) {}

  /**
   * Parses a body.
   *
   * @throws Problem with all faults
   */
  public static Wanted read(JsonNode body) {
    var faults = new ArrayList<Fault>();
    var reader = new ObjectReader("", body, faults);
    var mode = reader.word("mode", modes()).orElse(DrainMode.SELL_NOTHING);
    var reason = reader.text("reason", REASON_CHARS).map(String::strip).orElse("");
    if (reason.isEmpty()) {
      reader.wrong("reason", "is missing", "1 to %d characters".formatted(REASON_CHARS));
    }
    reader.end();
    if (!faults.isEmpty()) {
      var first = faults.get(0);
      throw new Problem(
          ProblemType.INVALID_REQUEST,
          "%s %s: allowed is %s".formatted(first.pointer(), first.message(), first.allowed()),
          faults);
    }
    return new Wanted(mode, reason);
  }

  private static Map<String, DrainMode> modes() {
    var modes = new TreeMap<String, DrainMode>();
    for (var mode : DrainMode.values()) {
      modes.put(mode.label(), mode);
    }
    return modes;
  }
}
