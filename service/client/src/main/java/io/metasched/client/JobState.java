package io.metasched.client;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import java.util.EnumSet;
import java.util.Set;

/** State of a job, an array or a workflow. {@code docs/service.md} defines each state. */
public enum JobState {
  /** Has no window yet. */
  WAITING,
  /** Has a window that is not yet booked. */
  PLACED,
  /** Has a booked window. */
  BOOKED,
  /** Is being started. */
  STARTING,
  /** Runs. */
  RUNNING,
  /** Ended with exit status 0. */
  FINISHED,
  /** Ended with another exit status, or was not run as booked. */
  FAILED,
  /** Was ended because its time was over. */
  OVERRAN,
  /** Was cancelled. */
  WITHDRAWN,
  /** Was refused. */
  REFUSED,
  /** Was on a machine that is lost. */
  LOST,
  /** State that this version of the client does not have. */
  @JsonEnumDefaultValue
  UNKNOWN;

  private static final Set<JobState> OVER =
      EnumSet.of(FINISHED, FAILED, OVERRAN, WITHDRAWN, REFUSED, LOST);

  /** Returns whether the state is final. */
  public boolean isOver() {
    return OVER.contains(this);
  }
}
