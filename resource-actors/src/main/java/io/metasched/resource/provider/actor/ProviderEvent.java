package io.metasched.resource.provider.actor;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.ProviderSnapshot;
import io.metasched.resource.provider.Reservation;
import java.util.List;

/**
 * Event that a provider writes to its journal, including the reply. Its state is the fold of these
 * events, see {@link ProviderFold}. docs/actors.md documents how stored events of an older version
 * are read.
 */
sealed interface ProviderEvent extends CborSerializable {
  /** Returns the tick of the event. */
  long nowTick();

  /** Returns the reply to the command. */
  Provider.Reply reply();

  /** Answer to a query, or refusal of a reservation. */
  record QuestionAnswered(
      long nowTick,
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply") Provider.Reply reply)
      implements ProviderEvent {}

  /** Batch job that joined the queue. */
  record JobQueued(long nowTick, Provider.Done reply, BatchJob job) implements ProviderEvent {}

  /** Reservation of processors. */
  record ProcessorsReserved(long nowTick, Provider.Decided reply, Reservation reservation)
      implements ProviderEvent {}

  /** Withdrawal of a reservation. */
  record ReservationWithdrawn(long nowTick, Provider.Withdrawn reply, Reservation reservation)
      implements ProviderEvent {}

  /** Start of the jobs and reservations that the reply names. */
  record JobsStarted(long nowTick, Provider.Started reply) implements ProviderEvent {}

  /**
   * Ends of jobs by themselves, followed by the stops of the jobs that the reply names.
   *
   * @param jobs numbers of the jobs that were not stopped
   */
  record JobsEnded(long nowTick, Provider.Ended reply, List<Integer> jobs)
      implements ProviderEvent {
    public JobsEnded {
      jobs = List.copyOf(jobs);
    }
  }

  /**
   * Snapshot of the state.
   *
   * @param nowTick latest known tick
   * @param replies the cached replies, oldest first
   * @param forgotten for each issuer, its last command whose reply was dropped
   */
  record Snapshot(
      long nowTick,
      ProviderSnapshot book,
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply") List<Provider.Reply> replies,
      List<CommandId> forgotten)
      implements CborSerializable {
    public Snapshot {
      replies = List.copyOf(replies);
      forgotten = List.copyOf(forgotten);
    }
  }
}
