package io.metasched.metascheduler.deployment;

import akka.actor.typed.Behavior;
import java.util.Optional;

/** Factory of the owners and schedulers of a group, in each JVM that hosts them. Thread-safe. */
public interface ActorGroup {

  /** Returns whether an actor recovers in another JVM after the failure of its JVM. */
  boolean recovers();

  /** Returns the behavior of the owner with a number: a domain or a provider. */
  Behavior<?> owner(int number);

  /** Returns the behavior of the scheduler with a number, from 0, over the given owners. */
  Behavior<?> scheduler(int number, OwnerActors owners);

  /** Registry of the groups that a JVM knows. Thread-safe. */
  @FunctionalInterface
  interface Registry {
    /** Returns the group with an id; empty if this JVM does not know its deployment. */
    Optional<ActorGroup> of(GroupId id);
  }
}
