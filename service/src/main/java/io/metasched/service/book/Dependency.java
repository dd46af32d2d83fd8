package io.metasched.service.book;

import io.metasched.metascheduler.model.EnumLabel;
import java.util.Collection;

/**
 * Dependency of a job on another job of the same account, or on all elements of an array.
 *
 * @param job id of the other job, or of the array
 * @param outcome state that the other job must reach before this job is planned
 */
public record Dependency(String job, Outcome outcome) {
  /** State of the other job. */
  public enum Outcome {
    /** The other job has started, or has ended without a start. */
    STARTED("starts", "start"),
    /** The other job has ended. */
    ANY("ends", "end"),
    /** All parts of the other job have ended with exit status 0. */
    OK("succeeds", "succeed"),
    /** The other job has ended in another way, possibly without a start. */
    FAILED("fails", "fail"),
    /** The element with the same index of the other array has succeeded. */
    EACH_OK("succeeds", "succeed");

    private final String verb;
    private final String infinitive;

    Outcome(String verb, String infinitive) {
      this.verb = verb;
      this.infinitive = infinitive;
    }

    /** Returns the external name. */
    public String label() {
      return EnumLabel.of(this);
    }
  }

  /** Returns the verb of a clause about the other job, such as "succeeds". */
  public String verb() {
    return outcome.verb;
  }

  /** Returns the infinitive of the verb. */
  public String infinitive() {
    return outcome.infinitive;
  }

  /**
   * Returns whether the outcome is reached. An array has failed if all its elements have ended and
   * one has failed.
   *
   * @param states state of the other job, or states of all elements of the array
   */
  public boolean isMetBy(Collection<JobState> states) {
    return outcome == Outcome.FAILED
        ? areFinal(states) && states.stream().anyMatch(this::isMetBy)
        : states.stream().allMatch(this::isMetBy);
  }

  private static boolean areFinal(Collection<JobState> states) {
    return states.stream().allMatch(JobState::isFinal);
  }

  private boolean isMetBy(JobState state) {
    return switch (outcome) {
      case STARTED -> state == JobState.RUNNING || state.isFinal();
      case ANY -> state.isFinal();
      case OK, EACH_OK -> state == JobState.FINISHED;
      case FAILED -> state.isFinal() && state != JobState.FINISHED;
    };
  }

  /**
   * Returns whether the outcome can no longer be reached.
   *
   * @param states state of the other job, or states of all elements of the array
   */
  public boolean isMissedBy(Collection<JobState> states) {
    return outcome == Outcome.FAILED
        ? areFinal(states) && !isMetBy(states)
        : states.stream().anyMatch(state -> state.isFinal() && !isMetBy(state));
  }
}
