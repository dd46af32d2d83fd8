package io.metasched.resource.actor;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.ProviderSnapshot;
import io.metasched.resource.provider.Reservation;
import java.util.List;

/**
 * What a provider writes to its journal: what has happened, its answers included. Its state is the
 * fold of these events, see {@link ProviderFold}. docs/journal.md says how stored events of an
 * older version are read.
 */
sealed interface ProviderEvent extends CborSerializable {
  /** When it happened. */
  long nowTick();

  /** What was answered. */
  Provider.Reply reply();

  /** A question was answered, or a reservation refused. */
  record QuestionAnswered(
      long nowTick,
      @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply") Provider.Reply reply)
      implements ProviderEvent {}

  /** A batch job joined the queue. */
  record JobQueued(long nowTick, Provider.Done reply, BatchJob job) implements ProviderEvent {}

  /** Processors were reserved. */
  record ProcessorsReserved(long nowTick, Provider.Decided reply, Reservation reservation)
      implements ProviderEvent {}

  /** A reservation was given up. */
  record ReservationWithdrawn(long nowTick, Provider.Withdrawn reply, Reservation reservation)
      implements ProviderEvent {}

  /** What the answer names began to run. */
  record JobsStarted(long nowTick, Provider.Started reply) implements ProviderEvent {}

  /**
   * These jobs ended by themselves, and what the answer names was stopped.
   *
   * @param jobs the numbers of those that ended by themselves
   */
  record JobsEnded(long nowTick, Provider.Ended reply, List<Integer> jobs)
      implements ProviderEvent {
    public JobsEnded {
      jobs = List.copyOf(jobs);
    }
  }

  /**
   * What the events so far lead to, as it is stored now and then.
   *
   * @param nowTick the latest tick known
   * @param replies the answers that are remembered, oldest first
   * @param forgotten the last command of each issuer whose answer is forgotten
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
