package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.run.RunSignal;
import java.util.Optional;

/** Parser of requests to signal a job. */
public final class SignalReader {
  private SignalReader() {}

  /**
   * Returns the signal in a body, given by name or number.
   *
   * @throws Problem with all faults
   */
  public static RunSignal read(JsonNode body) {
    var reader = new ObjectReader(body);
    boolean isGiven = reader.has("signal");
    var given = body.path("signal");
    var signal =
        given.isTextual() || given.isIntegralNumber()
            ? RunSignal.parse(given.asText())
            : Optional.<RunSignal>empty();
    if (signal.isEmpty()) {
      reader.wrong("signal", isGiven ? "is invalid" : "is missing", RunSignal.ALLOWED);
    }
    reader.requireNoFault();
    return signal.orElseThrow();
  }
}
