package io.metasched.service.agent.process;

import io.metasched.service.run.EndCause;
import io.metasched.service.site.slurm.SiteJobState;
import java.util.Optional;

/**
 * Conclusion from the state of the batch job of a run whose folder has no final fact.
 *
 * @param before conclusion if the command has not started
 * @param after conclusion if the command has started and the folder has no exit status
 * @param fault side that caused the outcome
 */
public record BatchOutcome(Before before, After after, Fault fault) {
  /** Conclusion about a run that has not started. */
  public enum Before {
    /** The job may still start the run. */
    WAITS("waits until its latest start"),
    /** The run never starts. */
    REFUSED("refused");

    private final String meaning;

    Before(String meaning) {
      this.meaning = meaning;
    }

    public String meaning() {
      return meaning;
    }
  }

  /** Conclusion about a run that has started. */
  public enum After {
    /** The run continues, or ends without the site. */
    RUNS("runs"),
    /** The run has ended because of its memory limit. */
    OUT_OF_MEMORY("ended, out of memory"),
    /** The run is cancelled if that was ordered, otherwise lost. */
    CANCELLED_OR_LOST("cancelled, if that was ordered; otherwise lost"),
    /** The run reached its time limit if its window is over, otherwise it is lost. */
    TIME_LIMIT_OR_LOST("ended, time limit, if the window is over; otherwise lost"),
    /** The run is lost. */
    LOST("lost");

    private final String meaning;

    After(String meaning) {
      this.meaning = meaning;
    }

    public String meaning() {
      return meaning;
    }
  }

  /** Side that caused an outcome. */
  public enum Fault {
    NONE("-"),
    JOB("the job"),
    SITE("the site");

    private final String label;

    Fault(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  /** Returns the conclusion from a state. */
  public static BatchOutcome of(SiteJobState state) {
    return switch (state) {
      case CONFIGURING,
          POWER_UP_NODE,
          RUNNING,
          SUSPENDED,
          STOPPED,
          RESIZING,
          SIGNALING,
          STAGE_OUT,
          COMPLETING,
          UPDATE_DB,
          UNKNOWN ->
          new BatchOutcome(Before.WAITS, After.RUNS, Fault.NONE);
      // after a start, the site has put the job back into its queue
      case PENDING, REQUEUE_HOLD, REQUEUE_FED, REQUEUED, SPECIAL_EXIT, RESV_DEL_HOLD ->
          new BatchOutcome(Before.WAITS, After.LOST, Fault.SITE);
      case OUT_OF_MEMORY -> new BatchOutcome(Before.REFUSED, After.OUT_OF_MEMORY, Fault.JOB);
      case CANCELLED -> new BatchOutcome(Before.REFUSED, After.CANCELLED_OR_LOST, Fault.SITE);
      case TIMEOUT -> new BatchOutcome(Before.REFUSED, After.TIME_LIMIT_OR_LOST, Fault.SITE);
      // the script has ended without the exit status of a started command
      case COMPLETED, FAILED -> new BatchOutcome(Before.REFUSED, After.LOST, Fault.NONE);
      case DEADLINE, PREEMPTED, NODE_FAIL, BOOT_FAIL, LAUNCH_FAILED, RECONFIG_FAIL, REVOKED ->
          new BatchOutcome(Before.REFUSED, After.LOST, Fault.SITE);
    };
  }

  /**
   * Returns the cause of the end of a started run; empty if it is lost.
   *
   * @param isOrdered whether the run was cancelled by an order
   * @param isWindowOver whether the end of its window has passed
   */
  Optional<EndCause> cause(boolean isOrdered, boolean isWindowOver) {
    return switch (after) {
      case OUT_OF_MEMORY -> Optional.of(EndCause.OUT_OF_MEMORY);
      case CANCELLED_OR_LOST, LOST, RUNS ->
          isOrdered ? Optional.of(EndCause.CANCELLED) : Optional.empty();
      case TIME_LIMIT_OR_LOST ->
          isOrdered
              ? Optional.of(EndCause.CANCELLED)
              : Optional.of(EndCause.TIME_LIMIT).filter(cause -> isWindowOver);
    };
  }

  /** Returns whether the site ended a job in this state by itself, unless it was ordered to. */
  static boolean isByOthers(SiteJobState state) {
    return state.isOver()
        && state != SiteJobState.COMPLETED
        && state != SiteJobState.FAILED
        && state != SiteJobState.OUT_OF_MEMORY;
  }
}
