package io.metasched.client;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Windows that all jobs of a workflow could get now.
 *
 * @param offers offers: the one that ends first, the cheapest one, and one in between
 * @param reason cause, if there is no offer
 */
public record WorkflowOffers(List<Offer> offers, Optional<Reason> reason) {

  /**
   * Windows for all jobs of a workflow.
   *
   * @param offer id by which it is accepted
   * @param goal {@code soonest}, {@code cheapest} or {@code between}
   * @param start first start
   * @param finish latest end
   * @param cost cost
   * @param validUntil end of its validity
   * @param tasks windows of the jobs
   */
  public record Offer(
      String offer,
      String goal,
      Instant start,
      Instant finish,
      BigDecimal cost,
      Instant validUntil,
      List<Task> tasks) {}

  /**
   * Window of a job of the workflow.
   *
   * @param task name of the job in the workflow
   * @param start start of all parts
   * @param finish end of the longest part
   * @param cost cost
   * @param nodes nodes
   */
  public record Task(
      String task, Instant start, Instant finish, BigDecimal cost, List<String> nodes) {}
}
