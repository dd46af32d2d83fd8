package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;

/** Request to deposit money. */
public record DepositRequest(Amount amount) {

  /**
   * Returns the amount in a body, in 1/1000.
   *
   * @throws Problem with all faults
   */
  public static long milli(JsonNode body) {
    var amount = Requests.read(body, DepositRequest.class).amount;
    BodyFaults.require(amount.milli() > 0, body, "/amount", "is invalid", "an amount above 0");
    return amount.milli();
  }
}
