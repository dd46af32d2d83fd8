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

  /** Starts sharding: hosts owners in this JVM, if it has the role, and finds those elsewhere. */
  public static void takePart(ActorSystem<?> system, ActorGroup.Registry groups) {
    ENTITIES.takePart(system, groups);
  }

  /** Returns whether owners may start in this JVM from now on, if it has the role. */
  public static CompletionStage<Boolean> readyToHost(ActorSystem<?> system) {
    return ENTITIES.readyToHost(system);
  }

  /** Requests the location of an owner, which is started if it is not running yet. */
  public static void find(ActorSystem<?> system, EntityId owner, EntityHost.Resolve question) {
    ENTITIES.find(system, owner, question);
  }
}
