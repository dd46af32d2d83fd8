package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Request to transfer money of an account.
 *
 * @param to account that receives the money
 */
public record TransferRequest(String to, Amount amount) {

  /**
   * Parses a transfer.
   *
   * @param from account that pays
   * @throws Problem with all faults
   */
  public static TransferRequest read(JsonNode body, String from) {
    var request = Requests.read(body, TransferRequest.class);
    BodyFaults.require(
        request.amount.milli() > 0, body, "/amount", "is invalid", "an amount above 0");
    BodyFaults.require(!request.to.equals(from), body, "/to", "is invalid", "another account");
    return request;
  }
}
