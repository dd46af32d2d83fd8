package io.metasched.simulation.driver.cluster;

import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.deployment.EntityHost;
import io.metasched.metascheduler.deployment.EntityId;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * Directory of the JVMs of a run, all of which have loaded its scenario. A JVM may be reported as
 * down at any time.
 */
final class MemberDirectory {
  private final BiConsumer<EntityId, EntityHost.Resolve> owners;
  private final BiConsumer<EntityId, EntityHost.Resolve> schedulers;
  private final List<ActorRef<NodeGuardian.Command>> users;
  private final TreeSet<ActorRef<NodeGuardian.Command>> gone = new TreeSet<>();

  /**
   * Creates the directory; all members are up.
   *
   * @param owners resolves an owner, which is started if it is not running yet
   * @param schedulers resolves a scheduler, which is started if it is not running yet
   * @param users guardians of the JVMs that may host users, at least one, by address
   */
  MemberDirectory(
      BiConsumer<EntityId, EntityHost.Resolve> owners,
      BiConsumer<EntityId, EntityHost.Resolve> schedulers,
      List<ActorRef<NodeGuardian.Command>> users) {
    this.owners = owners;
    this.schedulers = schedulers;
    this.users = List.copyOf(users);
  }

  void resolveOwner(EntityId owner, EntityHost.Resolve question) {
    owners.accept(owner, question);
  }

  void resolveScheduler(EntityId scheduler, EntityHost.Resolve question) {
    schedulers.accept(scheduler, question);
  }

  /** Returns the guardians of the JVMs that may host users, including those that are down. */
  List<ActorRef<NodeGuardian.Command>> users() {
    return users;
  }

  synchronized void leave(ActorRef<NodeGuardian.Command> guardian) {
    gone.add(guardian);
  }

  /** Returns the guardian of the JVM that hosts a user; of another JVM if that JVM is down. */
  synchronized Optional<ActorRef<NodeGuardian.Command>> guardianOf(int user) {
    for (int i = 0; i < users.size(); i++) {
      var guardian = users.get((user + i) % users.size());
      if (!gone.contains(guardian)) {
        return Optional.of(guardian);
      }
    }
    return Optional.empty();
  }
}
