package io.metasched.metascheduler.deployment;

import akka.actor.typed.Behavior;
import java.util.Optional;

/** The owners and schedulers of a group, as each JVM that hosts them makes them. Thread-safe. */
public interface ActorGroup {

  /** Whether an actor recovers in another JVM when its own is down. */
  boolean recovers();

  /** The owner of a number: a domain or a provider. */
  Behavior<?> owner(int number);

  /** The scheduler of a number, from 0, over these owners. */
  Behavior<?> scheduler(int number, OwnerActors owners);

  /** Finds the groups that a JVM knows. Thread-safe. */
  @FunctionalInterface
  interface Registry {
    /** The group of that id; empty where this JVM does not know its deployment. */
    Optional<ActorGroup> of(GroupId id);
  }
}
