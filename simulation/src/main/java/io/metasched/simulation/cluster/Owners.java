package io.metasched.simulation.cluster;

import akka.actor.typed.ActorSystem;
import io.metasched.simulation.cluster.config.Role;
import java.util.concurrent.CompletionStage;

/** Domains and providers, in the JVMs of their role. */
final class Owners {
  private static final Entities ENTITIES =
      new Entities(
          "owner",
          Role.OWNERS,
          new SteadyAllocation(0),
          (scene, id) -> Ensemble.alone(id.number(), lines -> scene.owner(id.play(), id.number())));

  private Owners() {}

  /** Takes part: lets owners live in this JVM, if it has the role, and finds those elsewhere. */
  static void takePart(ActorSystem<?> system, Repertoire repertoire) {
    ENTITIES.takePart(system, repertoire);
  }

  /** Whether owners may come to life in this JVM from now on, if it has the role. */
  static CompletionStage<Boolean> mayCome(ActorSystem<?> system) {
    return ENTITIES.mayCome(system);
  }

  /** Asks where an owner is; it comes to life where it is not alive yet. */
  static void find(ActorSystem<?> system, EntityId owner, Ensemble.Bring question) {
    ENTITIES.find(system, owner, question);
  }
}
