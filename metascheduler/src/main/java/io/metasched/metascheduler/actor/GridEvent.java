package io.metasched.metascheduler.actor;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.metascheduler.grid.GridChoice;
import io.metasched.metascheduler.grid.GridTask;
import io.metasched.metascheduler.grid.LateReservations.Late;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.owner.CommandId;
import java.util.List;
import java.util.OptionalLong;

/**
 * What the grid scheduler writes to its journal: what has happened, its answers included. Its state
 * is the fold of these events, see {@link GridFold}. A dispatch that was not over is begun again,
 * and providers get the same commands as before, which they do not execute twice. docs/journal.md
 * says how stored events of an older version are read.
 */
sealed interface GridEvent extends CborSerializable {
  /** What was answered. */
  GridScheduler.Reply reply();

  /** Tasks joined the queue, in this order. */
  record TasksQueued(GridScheduler.Queued reply, List<GridTask> tasks) implements GridEvent {
    public TasksQueued {
      tasks = List.copyOf(tasks);
    }
  }

  /**
   * A dispatch is over.
   *
   * @param left the tasks that left the queue
   */
  record TasksDispatched(GridScheduler.Dispatched reply, List<GridTask> left, Progress progress)
      implements GridEvent {
    public TasksDispatched {
      left = List.copyOf(left);
    }
  }

  /**
   * Where the grid scheduler is between two dispatches.
   *
   * @param given how many commands providers have got
   * @param late the late reservations that may move
   */
  record Progress(long given, List<Late> late, GridChoice.Memory memory) {
    static final Progress NONE = new Progress(0, List.of(), GridChoice.Memory.NONE);

    public Progress {
      late = List.copyOf(late);
    }
  }

  /**
   * What the events so far lead to, as it is stored now and then.
   *
   * @param queue the tasks that wait, in order
   * @param replies the answers that are remembered, oldest first
   * @param forgotten the last request of each issuer whose answer is forgotten
   */
  record Snapshot(
      List<GridTask> queue,
      OptionalLong nextDispatch,
      Progress progress,
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
          @JsonSubTypes({
            @JsonSubTypes.Type(value = GridScheduler.Queued.class, name = "queued"),
            @JsonSubTypes.Type(value = GridScheduler.Dispatched.class, name = "dispatched")
          })
          List<GridScheduler.Reply> replies,
      List<CommandId> forgotten)
      implements CborSerializable {
    public Snapshot {
      queue = List.copyOf(queue);
      replies = List.copyOf(replies);
      forgotten = List.copyOf(forgotten);
    }
  }
}
