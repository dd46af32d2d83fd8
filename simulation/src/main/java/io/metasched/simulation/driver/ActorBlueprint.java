package io.metasched.simulation.driver;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import io.metasched.metascheduler.deployment.OwnerActors;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.rows.RunTables;
import java.util.List;
import java.util.SortedMap;

/**
 * Actors of a run of one policy before they are started: owners, schedulers over the owners, and
 * users of the schedulers. Actors depend on nothing else, so that each actor may be started in any
 * JVM that has an equal instance. Immutable.
 *
 * @param <R> tables of a run
 */
public interface ActorBlueprint<R extends RunTables> {

  /** Factory of blueprints of the runs of a system. */
  @FunctionalInterface
  interface Factory<R extends RunTables> {
    /** Creates the blueprint of a run of a policy. */
    ActorBlueprint<R> of(Instance<R> instance, String policy, ActorSettings settings);
  }

  /** Returns the name of the owners: {@code domains} or {@code providers}. */
  String ownersName();

  /** Returns the numbers of the owners. */
  List<Integer> owners();

  Behavior<?> owner(int number, Journal journal);

  /** Returns the numbers of the schedulers, from 0; by default, there is a single scheduler. */
  default List<Integer> schedulers() {
    return List.of(0);
  }

  /** Creates a scheduler over the owners. */
  Behavior<?> scheduler(int number, OwnerActors owners, Journal journal);

  /** Returns the numbers of the users; empty, the default, if the clock submits jobs itself. */
  default List<Integer> users() {
    return List.of();
  }

  /**
   * Creates a user.
   *
   * @param schedulers schedulers by number
   * @param recovers whether the user may be started again in another JVM
   * @throws IllegalArgumentException if there are no users
   */
  default Behavior<?> user(
      int number, SortedMap<Integer, ActorRef<Object>> schedulers, boolean recovers) {
    throw new IllegalArgumentException("there is no user " + number);
  }

  /** Returns the number of actors to keep busy: nodes, or by default owners. */
  default int size() {
    return owners().size();
  }

  /**
   * Returns the fingerprint of the data from which the actors are created; equal in all JVMs of a
   * run.
   */
  String fingerprint();

  /**
   * Creates the model that the clock drives.
   *
   * @param free whether schedulers compete in the order in which their messages arrive
   */
  ActorModel<R> model(RunActors actors, Replies replies, Progress progress, boolean free);
}
