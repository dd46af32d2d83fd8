package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.resource.model.WindowRequest;
import io.metasched.service.book.JobSpec;
import io.metasched.service.plan.JobCommands;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Request to change a job or an array. A limit that is null is removed; an absent limit stays. */
public record ChangeRequest(
    Optional<JobRequest.Budget> budget,
    Optional<Instant> deadline,
    Optional<Map<String, String>> labels,
    Optional<Integer> priority) {

  /**
   * Parses a change of a job.
   *
   * @param version version that the job must have
   * @throws Problem with all faults
   */
  public static JobCommands.Change read(JsonNode body, Optional<Long> version) {
    var request = Requests.read(body, ChangeRequest.class);
    boolean changesBudget = body.has("budget");
    boolean changesDeadline = body.has("deadline");
    var total = request.budget.flatMap(JobRequest.Budget::total).map(Amount::milli);
    UnaryOperator<JobSpec> limits =
        spec ->
            spec.with()
                .costLimitMilli(
                    changesBudget ? total.orElse(WindowRequest.NO_LIMIT) : spec.costLimitMilli())
                .priceLimitMilli(
                    changesBudget && total.isEmpty()
                        ? WindowRequest.NO_LIMIT
                        : spec.priceLimitMilli())
                .deadline(changesDeadline ? request.deadline : spec.deadline())
                .build();
    return new JobCommands.Change(
        version,
        request.labels,
        request.priority,
        Optional.of(limits).filter(any -> changesBudget || changesDeadline));
  }
}
