package io.metasched.metascheduler.scheduling;

import io.metasched.metascheduler.flow.FlowEvent.Refund;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Window;
import java.util.List;
import java.util.Optional;

/**
 * What a withdrawal results in.
 *
 * @param job the job
 * @param window its booking, which is to be ended on all its nodes; empty for a waiting job
 * @param refunds what goes back to the user: all of it where the window has not begun
 */
public record Withdrawal(JobId job, Optional<Window> window, List<Refund> refunds) {
  public Withdrawal {
    refunds = List.copyOf(refunds);
  }
}
