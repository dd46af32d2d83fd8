package io.metasched.metascheduler.broker;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.broker.TaskRefusal;
import java.util.Optional;

/** Outcome of a task. A task whose agent is lost later gets another outcome. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "outcome") // messages have fields of this type
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
   * Task that is given up.
   *
   * @param reason the reason given by an agent in its last round that came closest to a reservation
   */
  record Unplaced(long task, TaskRefusal reason) implements TaskOutcome {}

  /**
   * Task that a user cancelled.
   *
   * @param refusal reason why it is not cancelled; empty if it is
   */
  record Cancelled(long task, Optional<TaskRefusal> refusal) implements TaskOutcome {}
}
