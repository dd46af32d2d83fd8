package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.book.JobSpec;
import java.time.Duration;
import java.util.Optional;

/**
 * Request for offers.
 *
 * @param job job, which may omit its command
 * @param count highest number of offers
 * @param firm whether the first offer is to be held
 */
public record EstimateRequest(JobRequest job, int count, boolean firm) {

  /** Request whose job has been checked. */
  public record Checked(JobSpec spec, int count, boolean firm) {}

  /**
   * Parses a body.
   *
   * @param account account used if the body has none
   * @param granularity unit of window lengths
   * @throws Problem with all faults
   */
  public static Checked read(JsonNode body, Optional<String> account, Duration granularity) {
    var request = Requests.read(body, EstimateRequest.class);
    BodyFaults.require(
        request.job.after().isEmpty(), body, "/job/after", "is unknown", "no dependencies here");
    BodyFaults.require(
        request.job.array().isEmpty(), body, "/job/array", "is unknown", "no array here");
    var job = new JobReader("/job", body, account, granularity).read(request.job);
    return new Checked(job.spec(), request.count, request.firm);
  }
}
