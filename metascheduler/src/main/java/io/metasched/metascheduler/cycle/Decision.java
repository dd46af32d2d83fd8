package io.metasched.metascheduler.cycle;

import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Window;
import java.util.Objects;

/** Decision of a plan about one job. */
public sealed interface Decision {

  JobId job();

  /** Returns the number of alternatives found for the job. */
  int alternatives();

  /**
   * Placement of the job in a window.
   *
   * @param movable whether the policy may move the job to another window before it begins
   * @param proven whether the window and its choice are known to be optimal in their criteria
   */
  record Place(JobId job, Window window, int alternatives, boolean movable, boolean proven)
      implements Decision {
    /** Rejects null: a job without a window is a {@link Postpone}. */
    public Place {
      Objects.requireNonNull(job, "a place without a job");
      Objects.requireNonNull(window, "a place without a window");
    }
  }

  /** Postponement of the job, which keeps its place in the queue. */
  record Postpone(JobId job, PostponeReason reason, int alternatives) implements Decision {
    public Postpone {
      Objects.requireNonNull(job, "a postponement without a job");
      Objects.requireNonNull(reason, "a postponement without a reason");
    }
  }
}
