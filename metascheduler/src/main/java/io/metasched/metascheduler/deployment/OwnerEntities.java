package io.metasched.metascheduler.deployment;

import akka.actor.typed.ActorSystem;
import io.metasched.metascheduler.deployment.config.MemberRole;
import java.util.concurrent.CompletionStage;

/** Sharded entities of domains and providers, in the JVMs of their role. */
public final class OwnerEntities {
  private static final ShardedEntities ENTITIES =
      new ShardedEntities(
          "owner",
          MemberRole.OWNERS,
          new StaticShardAllocation(0),
          (group, id) -> EntityHost.alone(id.number(), proxies -> group.owner(id.number())));

  private OwnerEntities() {}

  /**
   * Starts sharding: hosts owners in this JVM, if it has the role, and finds owners in other JVMs.
   */
  public static void takePart(ActorSystem<?> system, ActorGroup.Registry groups) {
    ENTITIES.takePart(system, groups);
  }

  /** Returns, if this JVM has the role, whether owners may start in it from now on. */
  public static CompletionStage<Boolean> readyToHost(ActorSystem<?> system) {
    return ENTITIES.readyToHost(system);
  }

  /** Requests the location of an owner, which is started if it does not run. */
  public static void find(ActorSystem<?> system, EntityId owner, EntityHost.Resolve question) {
    ENTITIES.find(system, owner, question);
  }
}
