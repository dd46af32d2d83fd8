package io.metasched.metascheduler.whatif.actor;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.metascheduler.whatif.GridRequest;
import io.metasched.metascheduler.whatif.actor.GridReservationService.Answered;
import io.metasched.metascheduler.whatif.actor.GridReservationService.Reply;
import io.metasched.metascheduler.whatif.actor.GridReservationService.Withdrawn;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.provider.Reservation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Event that the grid reservation service writes to its journal, including the replies.
 * docs/actors.md documents how stored events of an older version are read.
 */
sealed interface GridReservationEvent extends CborSerializable {
  /**
   * Event of the command in progress. The commands to clusters follow from these events and from
   * the clusters' answers, so that they can be sent again with unchanged ids.
   */
  @JsonSubTypes({
    @JsonSubTypes.Type(value = RequestTaken.class, name = "request-taken"),
    @JsonSubTypes.Type(value = PlacementBegun.class, name = "placement-begun"),
    @JsonSubTypes.Type(value = WithdrawalTaken.class, name = "withdrawal-taken")
  })
  sealed interface InProgress extends GridReservationEvent {}

  /** End of the command in progress, which was answered. */
  sealed interface Concluded extends GridReservationEvent {
    /** Returns the replies to the command. */
    List<Reply> replies();

    /** Returns the number of commands sent to clusters. */
    long given();
  }

  /** Start of the placement of a request. */
  record RequestTaken(CommandId id, GridRequest request, long nowTick) implements InProgress {}

  /**
   * Start of an attempt to reserve a placement of the request.
   *
   * @param leftOut the clusters that did not answer the probe in time
   */
  record PlacementBegun(List<Integer> leftOut) implements InProgress {
    public PlacementBegun {
      leftOut = List.copyOf(leftOut);
    }
  }

  /**
   * Start of the withdrawal of the reservations of a request.
   *
   * @param request number of the request
   */
  record WithdrawalTaken(CommandId id, int request, long nowTick) implements InProgress {}

  /**
   * Answer to a request.
   *
   * @param granted reservations of the request; without parts if the request was not granted
   * @param withdrawn answer to the withdrawal that ended the request; null if there was none
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
   * Withdrawal of the reservations of a request, except the parts that had begun.
   *
   * @param reply confirmation, or rejection because all parts had begun
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

  /** Reservations of a request. */
  record Granted(int request, List<Part> parts) {
    public Granted {
      parts = List.copyOf(parts);
    }

    /** Returns whether a part ends after a tick. */
    boolean lastsBeyond(long tick) {
      return parts.stream().anyMatch(part -> part.reservation().endTick() > tick);
    }
  }

  /** Reservation on a cluster. */
  record Part(int cluster, Reservation reservation) {}

  /**
   * Snapshot of the state.
   *
   * @param granted the reservations, by number of the request
   * @param inProgress the events of the command in progress
   * @param replies the cached replies, oldest first
   * @param forgotten for each issuer, its last command whose reply was dropped
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
