package io.metasched.client;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Workflow to submit or to estimate: jobs with edges between them.
 *
 * @param name name
 * @param account account that pays; may be left out by users of one account
 * @param budget highest cost of all jobs together
 * @param deadline latest end of all jobs
 * @param policy way in which the jobs are planned
 * @param jobs jobs
 * @param offer offer of an estimate that the workflow accepts
 */
@RequestBuilder
public record WorkflowRequest(
    Optional<String> name,
    Optional<String> account,
    Optional<BigDecimal> budget,
    Optional<Instant> deadline,
    Optional<Policy> policy,
    List<Task> jobs,
    Optional<String> offer) {

  /** Way in which the jobs of a workflow are planned. */
  public enum Policy {
    /**
     * Jobs with the longest chains of jobs after them come first, each with a share of the budget.
     */
    HEFT,
    /** Each job gets the best window by its own criterion. */
    @JsonProperty("job-by-job")
    JOB_BY_JOB
  }

  /**
   * Job of a workflow.
   *
   * @param task name of the job in the workflow
   * @param after names of jobs that must succeed before it starts
   * @param afterAny names of jobs that must end before it starts
   * @param job job, without {@code after}, {@code array} and {@code offer}
   */
  public record Task(String task, List<String> after, List<String> afterAny, JobRequest job) {

    /** Returns a job that starts after these jobs have succeeded. */
    public static Task of(String task, JobRequest job, String... after) {
      return new Task(task, List.of(after), List.of(), job);
    }
  }

  /** Returns the builder of a workflow with these jobs. */
  public static WorkflowRequestBuilder of(Task... jobs) {
    return WorkflowRequestBuilder.builder().jobs(List.of(jobs));
  }
}
