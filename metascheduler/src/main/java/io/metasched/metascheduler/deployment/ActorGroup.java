package io.metasched.metascheduler.deployment;

import akka.actor.typed.Behavior;
import java.util.Optional;

/** Factory of the owners and schedulers of a group, in each JVM that hosts them. Thread-safe. */
public interface ActorGroup {

  /** Returns whether an actor recovers in another JVM when its own is down. */
  boolean recovers();

  /** Creates the owner of a number: a domain or a provider. */
  Behavior<?> owner(int number);

  /** Creates the scheduler of a number, from 0, over these owners. */
  Behavior<?> scheduler(int number, OwnerActors owners);

  /** Registry of the groups known in a JVM. Thread-safe. */
  @FunctionalInterface
  interface Registry {
    /** Returns the group of that id; empty if its deployment is unknown in this JVM. */
    Optional<ActorGroup> of(GroupId id);
  }
}
