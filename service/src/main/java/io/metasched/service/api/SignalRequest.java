package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.run.RunSignal;

/**
 * Request to signal a job.
 *
 * @param signal name or number of the signal
 */
public record SignalRequest(String signal) {

  /**
   * Returns the signal in a body.
   *
   * @throws Problem with all faults
   */
  public static RunSignal read(JsonNode body) {
    var signal = RunSignal.parse(Requests.read(body, SignalRequest.class).signal);
    BodyFaults.require(signal.isPresent(), body, "/signal", "is invalid", RunSignal.ALLOWED);
    return signal.orElseThrow();
  }
}
