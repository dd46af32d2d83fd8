package io.metasched.metascheduler.actor;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.metascheduler.actor.GridReservationService.Answered;
import io.metasched.metascheduler.actor.GridReservationService.Reply;
import io.metasched.metascheduler.actor.GridReservationService.Withdrawn;
import io.metasched.metascheduler.whatif.GridRequest;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.provider.Reservation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the grid reservation service writes to its journal: what has happened, its answers included.
 * docs/journal.md says how stored events of an older version are read.
 */
sealed interface GridReservationEvent extends CborSerializable {
  /**
   * Something has happened to the command in progress. What clusters are asked follows from these
   * events and from what they answer, so that it can be asked again, under the same ids.
   */
  @JsonSubTypes({
    @JsonSubTypes.Type(value = RequestTaken.class, name = "request-taken"),
    @JsonSubTypes.Type(value = PlacementBegun.class, name = "placement-begun"),
    @JsonSubTypes.Type(value = WithdrawalTaken.class, name = "withdrawal-taken")
  })
  sealed interface InProgress extends GridReservationEvent {}

  /** The command in progress was answered. */
  sealed interface Concluded extends GridReservationEvent {
    /** What was answered. */
    List<Reply> replies();

    /** How many commands clusters have got. */
    long given();
  }

  /** A request is going to be placed. */
  record RequestTaken(CommandId id, GridRequest request, long nowTick) implements InProgress {}

  /**
   * A placement of the request is going to be tried.
   *
   * @param leftOut the clusters that did not answer the probe in time
   */
  record PlacementBegun(List<Integer> leftOut) implements InProgress {
    public PlacementBegun {
      leftOut = List.copyOf(leftOut);
    }
  }

  /**
   * What is reserved for a request is going to be given up.
   *
   * @param request its number
   */
  record WithdrawalTaken(CommandId id, int request, long nowTick) implements InProgress {}

  /**
   * A request was answered.
   *
   * @param granted what is reserved for it; no part where it was not granted
   * @param withdrawn the answer to the withdrawal that ended it; null where none has
   */
  record RequestAnswered(
      long nowTick, Answered reply, Granted granted, long given, @Nullable Withdrawn withdrawn)
      implements Concluded {
    @Override
    public List<Reply> replies() {
      return Stream.<Optional<Reply>>of(Optional.of(reply), Optional.ofNullable(withdrawn))
          .flatMap(Optional::stream)
          .toList();
    }
  }

  /**
   * What was reserved for a request and had not begun was given up.
   *
   * @param reply that it was, or that all of it had begun
   */
  record ReservationWithdrawn(
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply") Reply reply,
      int request,
      long given)
      implements Concluded {
    @Override
    public List<Reply> replies() {
      return List.of(reply);
    }
  }

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
   * @param inProgress the events of the command in progress
   * @param replies the answers that are remembered, oldest first
   * @param forgotten the last command of each issuer whose answer is forgotten
   */
  record Snapshot(
      List<Granted> granted,
      long given,
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event") List<InProgress> inProgress,
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply") List<Reply> replies,
      List<CommandId> forgotten)
      implements CborSerializable {
    public Snapshot {
      granted = List.copyOf(granted);
      inProgress = List.copyOf(inProgress);
      replies = List.copyOf(replies);
      forgotten = List.copyOf(forgotten);
    }
  }
}
