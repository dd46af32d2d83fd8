package io.metasched.metascheduler.broker;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.agent.TaskRefusal;
import java.util.Optional;

/** What has come of a task. One whose agent is lost later gets another outcome. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "outcome") // messages carry it in records
@JsonSubTypes({
  @JsonSubTypes.Type(value = TaskOutcome.Placed.class, name = "placed"),
  @JsonSubTypes.Type(value = TaskOutcome.Unplaced.class, name = "unplaced"),
  @JsonSubTypes.Type(value = TaskOutcome.Cancelled.class, name = "cancelled")
})
public sealed interface TaskOutcome {
  /** Id of the task. */
  long task();

  /** It is reserved. */
  record Placed(TaskPlacement placement) implements TaskOutcome {
    @Override
    public long task() {
      return placement.task().id();
    }
  }

  /**
   * It is given up.
   *
   * @param reason of those that the agents gave in its last round the nearest to a reservation
   */
  record Unplaced(long task, TaskRefusal reason) implements TaskOutcome {}

  /**
   * A user wanted it cancelled.
   *
   * @param refusal why it is not cancelled; empty where it is
   */
  record Cancelled(long task, Optional<TaskRefusal> refusal) implements TaskOutcome {}
}
