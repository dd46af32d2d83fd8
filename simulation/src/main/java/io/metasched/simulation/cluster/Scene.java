package io.metasched.simulation.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import java.util.List;
import java.util.SortedMap;

/**
 * A scenario brought to life in one JVM: the actors of its plays, in three groups, each of which
 * needs the one before. Immutable, so that all actors of the JVM may read it.
 */
sealed interface Scene permits CyclicScene, TwoLevelScene {

  /** A fingerprint of what the actors are made from; the same in all JVMs of a run. */
  String fingerprint();

  /** The numbers of the owners: domains or providers. */
  List<Integer> owners(int policy);

  /** Whether its actors, where they die with their JVM, come to life again as they were. */
  boolean comesBack();

  /** An owner. */
  Behavior<?> owner(PlayId play, int number);

  /** The numbers of the schedulers, from 0: metaschedulers, or the grid scheduler. */
  List<Integer> schedulers(int policy);

  /** The scheduler of a number, who reaches the owners so. */
  Behavior<?> scheduler(PlayId play, int number, Reach owners);

  /** The numbers of the users; there are none on two levels. */
  List<Integer> users(int policy);

  /** The user of a number, who belongs to one of these schedulers. */
  Behavior<?> user(PlayId play, int number, SortedMap<Integer, ActorRef<Object>> schedulers);
}
