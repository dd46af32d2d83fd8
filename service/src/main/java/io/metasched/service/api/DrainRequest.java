package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.book.DrainMode;

/**
 * Request to drain a node.
 *
 * @param mode treatment of the node's bookings
 * @param reason reason; untrusted text
 */
public record DrainRequest(DrainMode mode, String reason) {
  public DrainRequest {
    reason = reason.strip();
  }

  /**
   * Parses a body.
   *
   * @throws Problem with all faults
   */
  public static DrainRequest read(JsonNode body) {
    var request = Requests.read(body, DrainRequest.class);
    BodyFaults.require(
        !request.reason.isEmpty(), body, "/reason", "is blank", "a text that is not blank");
    return request;
  }
}
