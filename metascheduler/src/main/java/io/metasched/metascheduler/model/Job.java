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
    long deadlineTick,
    Criterion criterion) {

  /**
   * @throws IllegalArgumentException for fewer than one node or a negative user
   */
  public Job {
    if (nodes < 1 || user < 0) {
      throw new IllegalArgumentException(
          "job %s needs at least 1 node and a user of at least 0, but has %d and %d"
              .formatted(id, nodes, user));
    }
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
        deadlineTick,
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
        WindowRequest.NO_LIMIT,
        horizon.start(),
        Math.min(deadlineTick, horizon.end()));
  }
}
