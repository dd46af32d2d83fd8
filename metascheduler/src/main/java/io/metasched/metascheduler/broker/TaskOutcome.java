package io.metasched.metascheduler.broker;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.broker.TaskRefusal;
import java.util.Optional;

/**
 * Outcome of a task. If the agent of a placed task is lost later, the task gets another outcome.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "outcome") // messages have such fields
@JsonSubTypes({
  @JsonSubTypes.Type(value = TaskOutcome.Placed.class, name = "placed"),
  @JsonSubTypes.Type(value = TaskOutcome.Unplaced.class, name = "unplaced"),
  @JsonSubTypes.Type(value = TaskOutcome.Cancelled.class, name = "cancelled")
})
public sealed interface TaskOutcome {
  /** Returns the id of the task. */
  long task();

  /** Task that is reserved. */
  record Placed(TaskPlacement placement) implements TaskOutcome {
    @Override
    public long task() {
      return placement.task().id();
    }
  }

  /**
   * Task that was not placed.
   *
   * @param reason the reason, given by an agent in the last round of the task, that came closest to
   *     a reservation
   */
  record Unplaced(long task, TaskRefusal reason) implements TaskOutcome {}

  /**
   * Task that a user cancelled.
   *
   * @param refusal reason why the task is not cancelled; empty if it is cancelled
   */
  record Cancelled(long task, Optional<TaskRefusal> refusal) implements TaskOutcome {}
}
