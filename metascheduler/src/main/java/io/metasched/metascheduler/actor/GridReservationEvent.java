package io.metasched.metascheduler.actor;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.provider.Reservation;
import java.util.List;

/**
 * What the grid reservation service writes to its journal: what has happened, its answers included.
 * A request that was not answered is begun again. docs/journal.md says how stored events of an
 * older version are read.
 */
sealed interface GridReservationEvent extends CborSerializable {
  /** What was answered. */
  GridReservationService.Reply reply();

  /** How many commands clusters have got. */
  long given();

  /**
   * A request was answered.
   *
   * @param granted what is reserved for it; no part where it was not granted
   */
  record RequestAnswered(
      long nowTick, GridReservationService.Answered reply, Granted granted, long given)
      implements GridReservationEvent {}

  /** What was reserved for a request was given up. */
  record ReservationWithdrawn(GridReservationService.Withdrawn reply, int request, long given)
      implements GridReservationEvent {}

  /** The reservations of a request. */
  record Granted(int request, List<Part> parts) {
    public Granted {
      parts = List.copyOf(parts);
    }

    /** Whether any of it is still to end. */
    boolean lastsBeyond(long tick) {
      return parts.stream().anyMatch(part -> part.reservation().endTick() > tick);
    }
  }

  /** A reservation on a cluster. */
  record Part(int cluster, Reservation reservation) {}

  /**
   * What the events so far lead to, as it is stored now and then.
   *
   * @param granted what is reserved, by number of the request
   * @param replies the answers that are remembered, oldest first
   * @param forgotten the last command of each issuer whose answer is forgotten
   */
  record Snapshot(
      List<Granted> granted,
      long given,
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
          @JsonSubTypes({
            @JsonSubTypes.Type(value = GridReservationService.Answered.class, name = "answered"),
            @JsonSubTypes.Type(value = GridReservationService.Withdrawn.class, name = "withdrawn")
          })
          List<GridReservationService.Reply> replies,
      List<CommandId> forgotten)
      implements CborSerializable {
    public Snapshot {
      granted = List.copyOf(granted);
      replies = List.copyOf(replies);
      forgotten = List.copyOf(forgotten);
    }
  }
}
