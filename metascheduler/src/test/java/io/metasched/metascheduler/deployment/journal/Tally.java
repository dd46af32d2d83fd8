package io.metasched.metascheduler.deployment.journal;

import akka.actor.typed.ActorRef;
import akka.actor.typed.BackoffSupervisorStrategy;
import akka.actor.typed.Behavior;
import akka.actor.typed.SupervisorStrategy;
import akka.persistence.typed.PersistenceId;
import akka.persistence.typed.javadsl.CommandHandler;
import akka.persistence.typed.javadsl.EventHandler;
import akka.persistence.typed.javadsl.EventSourcedBehavior;
import io.metasched.resource.actor.CborSerializable;
import java.time.Duration;
import java.util.Collections;

/** Actor that sums numbers, each of which is an event. */
final class Tally extends EventSourcedBehavior<Tally.Add, Tally.Added, Integer> {

  /** Request to add a number, answered with the sum so far. */
  record Add(int number, int times, ActorRef<Integer> replyTo) {
    Add(int number, ActorRef<Integer> replyTo) {
      this(number, 1, replyTo);
    }
  }

  /** Event of an added number. */
  record Added(int number) implements CborSerializable {}

  private Tally(String id) {
    super(PersistenceId.ofUniqueId(id));
  }

  private Tally(String id, BackoffSupervisorStrategy restarts) {
    super(PersistenceId.ofUniqueId(id), restarts);
  }

  static Behavior<Add> create(String id) {
    return new Tally(id);
  }

  /** Creates a tally that restarts from its journal after a failed write. */
  static Behavior<Add> restarting(String id) {
    var soon = Duration.ofMillis(50);
    return new Tally(id, SupervisorStrategy.restartWithBackoff(soon, soon, 0));
  }

  @Override
  public Integer emptyState() {
    return 0;
  }

  @Override
  public CommandHandler<Add, Added, Integer> commandHandler() {
    return (sum, add) ->
        Effect()
            .persist(Collections.nCopies(add.times(), new Added(add.number())))
            .thenReply(add.replyTo(), later -> later);
  }

  @Override
  public EventHandler<Integer, Added> eventHandler() {
    return (sum, added) -> sum + added.number();
  }
}
