package io.metasched.simulation.cluster;

import akka.actor.typed.ActorRef;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The JVMs of a run, all of which have learnt its scenario. Whoever finds that one is gone may say
 * so at any time.
 */
final class Company {
  private final Schedulers schedulers;
  private final List<ActorRef<Stage.Command>> users;
  private final TreeSet<ActorRef<Stage.Command>> gone = new TreeSet<>();

  /**
   * All are there.
   *
   * @param schedulers finds those of the plays
   * @param users the stages of the JVMs that users may live in, at least one, by address
   */
  Company(Schedulers schedulers, List<ActorRef<Stage.Command>> users) {
    this.schedulers = schedulers;
    this.users = List.copyOf(users);
  }

  Schedulers schedulers() {
    return schedulers;
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
