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
 * The actors of a run of one policy before they are started: owners, schedulers over them, users of
 * the schedulers. They depend on nothing else, so that each may be started in any JVM that has the
 * same instance. Immutable.
 *
 * @param <R> the tables of a run
 */
public interface ActorBlueprint<R extends RunTables> {

  /** Makes blueprints of the runs of a system. */
  @FunctionalInterface
  interface Factory<R extends RunTables> {
    /** The actors of a run of a policy. */
    ActorBlueprint<R> of(Instance<R> instance, String policy, ActorSettings settings);
  }

  /** What the owners are called: {@code domains} or {@code providers}. */
  String ownersName();

  /** Numbers of the owners. */
  List<Integer> owners();

  /** An owner. */
  Behavior<?> owner(int number, Journal journal);

  /** Numbers of the schedulers, from 0: metaschedulers, or the grid scheduler. */
  List<Integer> schedulers();

  /** A scheduler over the owners. */
  Behavior<?> scheduler(int number, OwnerActors owners, Journal journal);

  /** Numbers of the users; none where the clock submits jobs itself. */
  List<Integer> users();

  /**
   * A user.
   *
   * @param schedulers by number
   * @param recovers whether it may be started again in another JVM
   */
  Behavior<?> user(int number, SortedMap<Integer, ActorRef<Object>> schedulers, boolean recovers);

  /** How many actors there are to keep busy: nodes, or providers. */
  int size();

  /** Fingerprint of what the actors are made from; the same in all JVMs of a run. */
  String fingerprint();

  /**
   * What the clock drives.
   *
   * @param free whether schedulers compete in whatever order their messages arrive
   */
  ActorModel<R> model(RunActors actors, Replies replies, Progress progress, boolean free);
}
