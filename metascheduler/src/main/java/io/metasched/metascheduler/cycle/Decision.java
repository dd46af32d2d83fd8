package io.metasched.metascheduler.cycle;

import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Window;
import java.util.Objects;

/** What a plan decides about one job. */
public sealed interface Decision {

  JobId job();

  /** How many alternatives were found for the job. */
  int alternatives();

  /**
   * The job is to run in a window.
   *
   * @param movable whether the policy may move it to another window while it has not begun
   * @param proven whether the window and its choice are known to be best in what they optimise
   */
  record Place(JobId job, Window window, int alternatives, boolean movable, boolean proven)
      implements Decision {
    /** Holds that nothing is missing: a job without a window is a {@link Postpone}. */
    public Place {
      Objects.requireNonNull(job, "a place without a job");
      Objects.requireNonNull(window, "a place without a window");
    }
  }

  /** The job stays in its place in the queue. */
  record Postpone(JobId job, PostponeReason reason, int alternatives) implements Decision {
    /** Holds that nothing is missing. */
    public Postpone {
      Objects.requireNonNull(job, "a postponement without a job");
      Objects.requireNonNull(reason, "a postponement without a reason");
    }
  }
}
