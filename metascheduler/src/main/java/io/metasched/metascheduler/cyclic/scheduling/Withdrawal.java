package io.metasched.metascheduler.cyclic.scheduling;

import io.metasched.metascheduler.cyclic.flow.FlowEvent.Refund;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Window;
import java.util.List;
import java.util.Optional;

/**
 * Result of a withdrawal.
 *
 * @param job id of the job
 * @param window booked window of the job, which must be ended on all its nodes; empty for a waiting
 *     job
 * @param refunds refunds to the user: the whole cost if the window has not begun
 */
public record Withdrawal(JobId job, Optional<Window> window, List<Refund> refunds) {
  public Withdrawal {
    refunds = List.copyOf(refunds);
  }
}
