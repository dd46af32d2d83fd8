package io.metasched.simulation.cluster;

import akka.actor.typed.ActorRef;
import java.util.List;

/**
 * The JVMs of a run, all of which have learnt its scenario.
 *
 * @param schedulers the singleton
 * @param users the stages of the JVMs that users may live in, at least one, by address
 */
record Company(ActorRef<Schedulers.Command> schedulers, List<ActorRef<Stage.Command>> users) {
  Company {
    users = List.copyOf(users);
  }
}
