package io.metasched.service.book;

import io.metasched.metascheduler.model.EnumLabel;

/**
 * Dependency of a job on another job of the same account.
 *
 * @param job id of the other job
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
    FAILED("fails", "fail");

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

  /** Returns whether a job in a state has reached the outcome. */
  public boolean isMetBy(JobState state) {
    return switch (outcome) {
      case STARTED -> state == JobState.RUNNING || state.isFinal();
      case ANY -> state.isFinal();
      case OK -> state == JobState.FINISHED;
      case FAILED -> state.isFinal() && state != JobState.FINISHED;
    };
  }

  /** Returns whether a job in a state can no longer reach the outcome. */
  public boolean isMissedBy(JobState state) {
    return state.isFinal() && !isMetBy(state);
  }
}
