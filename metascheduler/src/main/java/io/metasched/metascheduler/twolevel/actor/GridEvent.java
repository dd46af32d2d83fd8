package io.metasched.metascheduler.twolevel.actor;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.metascheduler.twolevel.GridChoice;
import io.metasched.metascheduler.twolevel.GridTask;
import io.metasched.metascheduler.twolevel.LateReservations.Late;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.owner.CommandId;
import java.util.List;
import java.util.OptionalLong;

/**
 * Event that the grid scheduler writes to its journal, including the reply. Its state is the fold
 * of these events, see {@link GridFold}. After a restart, an unfinished dispatch is started again
 * with unchanged commands to the providers, so the providers do not execute them twice.
 * docs/actors.md documents how stored events of an older version are read.
 */
sealed interface GridEvent extends CborSerializable {
  /** Returns the reply to the request. */
  GridScheduler.Reply reply();

  /** Tasks that joined the queue, in order. */
  record TasksQueued(GridScheduler.Queued reply, List<GridTask> tasks) implements GridEvent {
    public TasksQueued {
      tasks = List.copyOf(tasks);
    }
  }

  /**
   * End of a dispatch.
   *
   * @param left tasks that left the queue
   */
  record TasksDispatched(GridScheduler.Dispatched reply, List<GridTask> left, Progress progress)
      implements GridEvent {
    public TasksDispatched {
      left = List.copyOf(left);
    }
  }

  /**
   * State of the grid scheduler between two dispatches.
   *
   * @param given number of commands sent to providers
   * @param late late reservations that may move
   * @param memory memory of the policies
   */
  record Progress(long given, List<Late> late, GridChoice.Memory memory) {
    static final Progress NONE = new Progress(0, List.of(), GridChoice.Memory.NONE);

    public Progress {
      late = List.copyOf(late);
    }
  }

  /**
   * Snapshot of the state.
   *
   * @param queue the waiting tasks, in order
   * @param replies the cached replies, oldest first
   * @param forgotten for each issuer, its last request whose reply was dropped
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
