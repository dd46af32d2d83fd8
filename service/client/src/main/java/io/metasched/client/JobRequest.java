package io.metasched.client;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Job, or array of jobs, to submit or to estimate. Members that are not set have the defaults of
 * the service. {@code /openapi.yaml} has all bounds.
 *
 * @param name name
 * @param account account that pays; may be left out by users of one account
 * @param labels labels
 * @param nodes number of nodes at the same time
 * @param work time or volume that the job needs
 * @param requires requirements on each node
 * @param budget limits on the cost
 * @param criterion quantity that the choice of the window minimizes
 * @param start limits on the start and the end
 * @param run command with its surroundings; not needed for an estimate
 * @param onNodeLoss what happens if the machine of a part is lost
 * @param sites demands on sites with their own resource manager
 * @param array indices, which make this an array
 * @param after jobs that come before this job
 * @param mail mails about the job
 * @param priority priority among the waiting jobs, from -1000 to 1000
 * @param offer offer of an estimate that the job accepts
 */
@RequestBuilder
public record JobRequest(
    Optional<String> name,
    Optional<String> account,
    Map<String, String> labels,
    OptionalInt nodes,
    Work work,
    Optional<Requires> requires,
    Optional<Budget> budget,
    Optional<Criterion> criterion,
    Optional<Start> start,
    Optional<Run> run,
    Optional<OnNodeLoss> onNodeLoss,
    Optional<SiteDemand> sites,
    Optional<Indices> array,
    List<Dependency> after,
    Optional<Mail> mail,
    OptionalInt priority,
    Optional<String> offer) {

  /** Returns the builder of a job that runs a command on one node for a limited time. */
  public static JobRequestBuilder running(Duration limit, String... command) {
    return JobRequestBuilder.builder().work(Work.lasting(limit)).run(Run.of(command));
  }

  /** Quantity that the choice of a window minimizes. */
  public enum Criterion {
    /** Start of the window. */
    START,
    /** Cost. */
    COST,
    /** Time from the start to the end of the longest part. */
    RUNTIME,
    /** End of the longest part. */
    FINISH,
    /** Sum of the times of all parts. */
    PROCTIME,
    /** Energy of all parts. */
    ENERGY
  }

  /** Treatment of a job whose machine is lost. */
  public enum OnNodeLoss {
    /** The job fails. */
    FAIL,
    /** The job waits again. */
    REQUEUE
  }

  /**
   * Indices of an array.
   *
   * @param indices different numbers and ranges, such as {@code 1-100:2,200}
   * @param most highest number of elements with a window at the same time
   */
  public record Indices(String indices, OptionalInt most) {}

  /**
   * Job that comes before another job.
   *
   * @param job id of a job or an array
   * @param outcome required outcome
   */
  public record Dependency(String job, Outcome outcome) {}

  /** Required outcome of a job that comes before. */
  public enum Outcome {
    /** It has started. */
    STARTED,
    /** It is over. */
    ANY,
    /** It finished with exit status 0. */
    OK,
    /** It is over and did not finish with exit status 0. */
    FAILED,
    /** The element with the same index finished with exit status 0. */
    @JsonProperty("each-ok")
    EACH_OK
  }

  /**
   * Mails about a job.
   *
   * @param to address
   * @param transitions names of transitions: booked, started, ended, failed, requeued
   */
  public record Mail(String to, List<String> transitions) {}

  /**
   * Demands on sites with their own resource manager.
   *
   * @param acceptAdvised whether the job may get windows that the site does not reserve
   * @param reliability least share of its confirmed windows that a site must have kept, in percent
   */
  public record SiteDemand(boolean acceptAdvised, OptionalInt reliability) {}
}
