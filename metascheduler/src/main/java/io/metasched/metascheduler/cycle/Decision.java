package io.metasched.metascheduler.cycle;

import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Window;

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
      implements Decision {}

  /** The job stays in its place in the queue. */
  record Postpone(JobId job, PostponeReason reason, int alternatives) implements Decision {}
}
