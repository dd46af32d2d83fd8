package io.metasched.metascheduler.model;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;

/**
 * Parallel job of a VO user: m parts with a common start.
 *
 * @param id id of the job
 * @param user the VO user that submits and pays, at least 0
 * @param submitTick tick of submission
 * @param nodes m, at least 1
 * @param work work of each part, as the user estimates it
 * @param requirements hard requirements on each node
 * @param costLimitMilli maximum cost of the whole window, in 1/1000 of money; {@link
 *     WindowRequest#NO_LIMIT} for no limit
 * @param slotPriceLimitMilli maximum price of each node per unit of time, in 1/1000 of money;
 *     {@link WindowRequest#NO_LIMIT} for no limit
 * @param earliestStart tick before which no part starts; 0 for any time
 * @param deadlineTick tick by which every part ends; {@link WindowRequest#NO_LIMIT} for none
 * @param criterion value that the user wants to minimize
 * @param priority priority among the waiting jobs, for orders of the queue that consider it; 0 is
 *     usual
 */
public record Job(
    JobId id,
    int user,
    long submitTick,
    int nodes,
    Work work,
    Requirements requirements,
    long costLimitMilli,
    long slotPriceLimitMilli,
    long earliestStart,
    long deadlineTick,
    Criterion criterion,
    int priority) {

  /**
   * @throws IllegalArgumentException for fewer than one node, a negative user or an earliest start
   *     before tick 0
   */
  public Job {
    if (nodes < 1 || user < 0 || earliestStart < 0) {
      throw new IllegalArgumentException(
          ("job %s needs at least 1 node, a user of at least 0 and an earliest start from 0 on,"
                  + " but has %d, %d and %d")
              .formatted(id, nodes, user, earliestStart));
    }
  }

  /** Creates a job of the usual priority that may start at any time, on nodes of any price. */
  public static Job of(
      JobId id,
      int user,
      long submitTick,
      int nodes,
      Work work,
      Requirements requirements,
      long costLimitMilli,
      long deadlineTick,
      Criterion criterion) {
    return new Job(
        id,
        user,
        submitTick,
        nodes,
        work,
        requirements,
        costLimitMilli,
        WindowRequest.NO_LIMIT,
        0,
        deadlineTick,
        criterion,
        0);
  }

  /** Returns a copy with the given id. */
  public Job as(JobId other) {
    return copy(other, submitTick, deadlineTick, priority);
  }

  /** Returns a copy with the given priority. */
  public Job withPriority(int other) {
    return copy(id, submitTick, deadlineTick, other);
  }

  /** Returns a copy with a later earliest start and a lower limit on its cost, if these bind. */
  public Job within(long earliest, long costMilli) {
    return new Job(
        id,
        user,
        submitTick,
        nodes,
        work,
        requirements,
        Math.min(costLimitMilli, costMilli),
        slotPriceLimitMilli,
        Math.max(earliestStart, earliest),
        deadlineTick,
        criterion,
        priority);
  }

  /** Returns a copy with an earlier deadline, if this binds. */
  public Job by(long tick) {
    return copy(id, submitTick, Math.min(deadlineTick, tick), priority);
  }

  /** Returns a copy submitted at {@code tick}, with its deadline as it was. */
  public Job releasedAt(long tick) {
    return copy(id, tick, deadlineTick, priority);
  }

  /** Returns a copy submitted at {@code tick}, with its deadline moved accordingly. */
  public Job submittedAt(long tick) {
    boolean isDue = deadlineTick != WindowRequest.NO_LIMIT;
    long deadline = isDue ? Math.addExact(deadlineTick, tick - submitTick) : deadlineTick;
    return copy(id, tick, deadline, priority);
  }

  private Job copy(JobId other, long submit, long deadline, int otherPriority) {
    return new Job(
        other,
        user,
        submit,
        nodes,
        work,
        requirements,
        costLimitMilli,
        slotPriceLimitMilli,
        earliestStart,
        deadline,
        criterion,
        otherPriority);
  }

  /** Returns the request for a window of this job inside a horizon. */
  public WindowRequest request(Span horizon, long granularityTicks) {
    return new WindowRequest(
        nodes,
        work,
        granularityTicks,
        requirements,
        costLimitMilli,
        slotPriceLimitMilli,
        Math.max(earliestStart, horizon.start()),
        Math.min(deadlineTick, horizon.end()));
  }
}
