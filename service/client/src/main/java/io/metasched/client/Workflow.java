package io.metasched.client;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Workflow as its user sees it.
 *
 * @param id id
 * @param version number of the last event of one of its jobs
 * @param name name
 * @param account account that pays
 * @param user user who submitted it
 * @param state state of its most advanced job that is not over
 * @param policy way in which its jobs are planned
 * @param budget highest cost
 * @param deadline latest end
 * @param cost money that is held for its jobs or was charged
 * @param times submission and end
 * @param size number of jobs
 * @param counts number of jobs by state
 * @param exit greatest exit status of its jobs; not in lists
 * @param start first start of a window; not in lists
 * @param finish latest end of a window; not in lists
 * @param tasks jobs; not in lists
 */
public record Workflow(
    String id,
    long version,
    String name,
    String account,
    String user,
    JobState state,
    String policy,
    Optional<BigDecimal> budget,
    Optional<Instant> deadline,
    BigDecimal cost,
    Job.Times times,
    int size,
    Map<String, Integer> counts,
    OptionalInt exit,
    Optional<Instant> start,
    Optional<Instant> finish,
    List<Task> tasks) {

  /**
   * Job of a workflow.
   *
   * @param task name of the job in the workflow
   * @param job id of the job
   * @param name name of the job
   * @param state state of the job
   * @param reason reason of the state
   * @param after names of jobs that must succeed before it starts
   * @param afterAny names of jobs that must end before it starts
   * @param critical whether the job is on the longest chain of jobs
   * @param start start of its window
   * @param finish end of its window
   * @param nodes nodes of its window
   * @param cost charged amount, or the cost of its window
   * @param exit greatest exit status
   */
  public record Task(
      String task,
      String job,
      String name,
      JobState state,
      Reason reason,
      List<String> after,
      List<String> afterAny,
      boolean critical,
      Optional<Instant> start,
      Optional<Instant> finish,
      List<String> nodes,
      Optional<BigDecimal> cost,
      OptionalInt exit) {}

  /** Returns whether all jobs are over. */
  public boolean isOver() {
    return state.isOver();
  }
}
