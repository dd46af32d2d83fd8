package io.metasched.simulation.cluster;

import akka.actor.typed.ActorRef;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * The JVMs of a run, all of which have learnt its scenario. Whoever finds that one is gone may say
 * so at any time.
 */
final class Company {
  private final BiConsumer<EntityId, Ensemble.Bring> owners;
  private final BiConsumer<EntityId, Ensemble.Bring> schedulers;
  private final List<ActorRef<Stage.Command>> users;
  private final TreeSet<ActorRef<Stage.Command>> gone = new TreeSet<>();

  /**
   * All are there.
   *
   * @param owners asks where an owner is, who comes to life where he is not alive yet
   * @param schedulers asks the same of a scheduler
   * @param users the stages of the JVMs that users may live in, at least one, by address
   */
  Company(
      BiConsumer<EntityId, Ensemble.Bring> owners,
      BiConsumer<EntityId, Ensemble.Bring> schedulers,
      List<ActorRef<Stage.Command>> users) {
    this.owners = owners;
    this.schedulers = schedulers;
    this.users = List.copyOf(users);
  }

  /** Asks where an owner is. */
  void findOwner(EntityId owner, Ensemble.Bring question) {
    owners.accept(owner, question);
  }

  /** Asks where a scheduler is. */
  void findScheduler(EntityId scheduler, Ensemble.Bring question) {
    schedulers.accept(scheduler, question);
  }

  /** The stages of the JVMs that users may live in, those that are gone included. */
  List<ActorRef<Stage.Command>> users() {
    return users;
  }

  synchronized void leave(ActorRef<Stage.Command> stage) {
    gone.add(stage);
  }

  /** The stage where a user lives: another one when that is gone. */
  synchronized Optional<ActorRef<Stage.Command>> stageOf(int user) {
    for (int i = 0; i < users.size(); i++) {
      var stage = users.get((user + i) % users.size());
      if (!gone.contains(stage)) {
        return Optional.of(stage);
      }
    }
    return Optional.empty();
  }
}
