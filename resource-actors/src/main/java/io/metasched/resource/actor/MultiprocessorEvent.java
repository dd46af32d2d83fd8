package io.metasched.resource.actor;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.rectangles.ElementRange;
import java.util.List;

/**
 * What a multiprocessor writes to its journal: what has happened, its answers included. Its state
 * is the fold of these events, see {@link MultiprocessorFold}. docs/journal.md says how stored
 * events of an older version are read.
 */
sealed interface MultiprocessorEvent extends CborSerializable {
  /** What was answered. */
  Multiprocessor.Reply reply();

  /** Elements were reserved for a job. */
  record ElementsReserved(Multiprocessor.Confirmed reply, ReservedPart part)
      implements MultiprocessorEvent {}

  /** A reservation was declined. */
  record ReservationDeclined(Multiprocessor.Declined reply) implements MultiprocessorEvent {}

  /** A job ended or was cancelled. */
  record ElementsReleased(Multiprocessor.Released reply, long job) implements MultiprocessorEvent {}

  /** A job gave back all but some of its elements. */
  record ElementsGivenBack(
      Multiprocessor.GivenBack reply, long job, List<ElementRange> kept, long nowTick)
      implements MultiprocessorEvent {
    public ElementsGivenBack {
      kept = List.copyOf(kept);
    }
  }

  /**
   * What the events so far lead to, as it is stored now and then.
   *
   * @param parts what is reserved, job by job
   * @param replies the answers that are remembered, oldest first
   * @param forgotten the last command of each issuer whose answer is forgotten
   */
  record Snapshot(
      List<ReservedPart> parts,
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
          List<Multiprocessor.Reply> replies,
      List<CommandId> forgotten)
      implements CborSerializable {
    public Snapshot {
      parts = List.copyOf(parts);
      replies = List.copyOf(replies);
      forgotten = List.copyOf(forgotten);
    }
  }
}
