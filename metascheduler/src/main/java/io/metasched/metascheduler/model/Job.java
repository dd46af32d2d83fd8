package io.metasched.metascheduler.model;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;

/**
 * A parallel job of a VO user: m parts that start together.
 *
 * @param id the job's id
 * @param user the VO user that submits and pays, at least 0
 * @param submitTick when it is submitted
 * @param nodes m, at least 1
 * @param work what each part has to do, as the user estimates it
 * @param requirements what each node must have
 * @param costLimitMilli most that the whole window may cost, in 1/1000 of money; {@link
 *     WindowRequest#NO_LIMIT} for no limit
 * @param slotPriceLimitMilli most that one node may cost per unit of time, in 1/1000 of money;
 *     {@link WindowRequest#NO_LIMIT} for no limit
 * @param earliestStart no part starts before it; 0 for any time
 * @param deadlineTick every part ends by it; {@link WindowRequest#NO_LIMIT} for none
 * @param criterion what the user wants least of
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
    Criterion criterion) {

  /**
   * @throws IllegalArgumentException for fewer than one node, a negative user or an earliest start
   *     before time begins
   */
  public Job {
    if (nodes < 1 || user < 0 || earliestStart < 0) {
      throw new IllegalArgumentException(
          ("job %s needs at least 1 node, a user of at least 0 and an earliest start from 0 on,"
                  + " but has %d, %d and %d")
              .formatted(id, nodes, user, earliestStart));
    }
  }

  /** A job that may start at any time, on nodes of any price. */
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
        criterion);
  }

  /** The same job under another id. */
  public Job as(JobId other) {
    return new Job(
        other,
        user,
        submitTick,
        nodes,
        work,
        requirements,
        costLimitMilli,
        slotPriceLimitMilli,
        earliestStart,
        deadlineTick,
        criterion);
  }

  /** The same job submitted at another tick, with as much time to its deadline. */
  public Job submittedAt(long tick) {
    boolean isDue = deadlineTick != WindowRequest.NO_LIMIT;
    return new Job(
        id,
        user,
        tick,
        nodes,
        work,
        requirements,
        costLimitMilli,
        slotPriceLimitMilli,
        earliestStart,
        isDue ? Math.addExact(deadlineTick, tick - submitTick) : deadlineTick,
        criterion);
  }

  /** The request for a window inside a horizon. */
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
