package io.metasched.service.book;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Optional;

/**
 * Specification of a workflow as a whole by its user.
 *
 * @param name name chosen by the user; untrusted text
 * @param account paying account of all jobs
 * @param budgetMilli highest sum of the costs of all jobs, in 1/1000; empty for no limit
 * @param deadline latest end of all jobs, which is also the deadline of each job
 * @param policy name of the policy that plans the workflow
 */
public record WorkflowSpec(
    String name,
    String account,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Long> budgetMilli,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Instant> deadline,
    String policy) {}
