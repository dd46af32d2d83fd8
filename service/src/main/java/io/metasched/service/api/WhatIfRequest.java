package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.metascheduler.policy.Policies;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Request to replay recorded history.
 *
 * @param last length of the interval up to now
 * @param policies names of the policies
 */
public record WhatIfRequest(Duration last, List<String> policies) {
  public WhatIfRequest {
    policies = policies.stream().distinct().toList();
  }

  /**
   * Parses a body.
   *
   * @throws Problem with all faults
   */
  public static WhatIfRequest read(JsonNode body) {
    var request = Requests.read(body, WhatIfRequest.class);
    var known = Policies.builtIn().names();
    BodyFaults.require(
        known.containsAll(request.policies), body, "/policies", "is invalid", "names of " + known);
    return request;
  }

  /**
   * Parses the length of the interval from a parameter.
   *
   * @throws Problem if the text is not an allowed duration
   */
  public static Duration last(Optional<String> text) {
    return Duration.parse(Requests.parameter("the parameter last", text, "last").textValue());
  }
}
