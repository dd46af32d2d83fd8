package io.metasched.metascheduler.deployment;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.sharding.ShardCoordinator.ShardAllocationStrategy;
import akka.cluster.sharding.ShardRegion;
import akka.cluster.sharding.ShardRegion.CurrentRegions;
import akka.cluster.sharding.typed.ShardingEnvelope;
import akka.cluster.sharding.typed.ShardingMessageExtractor;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.Entity;
import akka.cluster.sharding.typed.javadsl.EntityTypeKey;
import akka.cluster.typed.Cluster;
import akka.pattern.Patterns;
import io.metasched.metascheduler.deployment.config.MemberRole;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.slf4j.Logger;

/** Actors as entities of cluster sharding, each with its own host, in the JVMs of a role. */
final class ShardedEntities {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final EntityTypeKey<EntityHost.Command> key;
  private final MemberRole role;
  private final ShardAllocationStrategy allocation;
  private final BiFunction<ActorGroup, EntityId, Behavior<EntityHost.Command>> behavior;

  /**
   * Creates the entities of a kind.
   *
   * @param kind name of the kind in the cluster
   * @param behavior function that creates an entity of a group
   */
  ShardedEntities(
      String kind,
      MemberRole role,
      ShardAllocationStrategy allocation,
      BiFunction<ActorGroup, EntityId, Behavior<EntityHost.Command>> behavior) {
    key = EntityTypeKey.create(EntityHost.Command.class, kind);
    this.role = role;
    this.allocation = allocation;
    this.behavior = behavior;
  }

  /**
   * Starts sharding: hosts entities in this JVM, if it has the role, and finds entities in other
   * JVMs.
   */
  void takePart(ActorSystem<?> system, ActorGroup.Registry groups) {
    var entity =
        Entity.of(key, each -> entity(each.getEntityId(), groups, system.log()))
            .withRole(role.registryName())
            .withStopMessage(new EntityHost.Leave())
            .withAllocationStrategy(allocation)
            .withMessageExtractor(new ByNumber());
    ClusterSharding.get(system).init(entity);
  }

  /**
   * Returns, if this JVM has the role, whether entities may start in it from now on. The
   * coordinator that allocates entities registers this JVM only some time after {@link #takePart}.
   * Also returns false without an answer in time.
   */
  CompletionStage<Boolean> readyToHost(ActorSystem<?> system) {
    var self = Cluster.get(system).selfMember();
    if (!ClusterMembers.has(self, role)) {
      return CompletableFuture.completedStage(true);
    }
    var region =
        akka.cluster.sharding.ClusterSharding.get(Adapter.toClassic(system))
            .shardRegion(key.name());
    return Patterns.ask(region, ShardRegion.getCurrentRegionsInstance(), PATIENCE)
        .thenApply(CurrentRegions.class::cast)
        .handle((known, none) -> none == null && known.getRegions().contains(self.address()));
  }

  /** Requests the location of an entity, which is started if it does not run. */
  void find(ActorSystem<?> system, EntityId id, EntityHost.Resolve question) {
    ClusterSharding.get(system).entityRefFor(key, id.toString()).tell(question);
  }

  private Behavior<EntityHost.Command> entity(String id, ActorGroup.Registry groups, Logger log) {
    var entity = EntityId.of(id);
    var group = groups.of(entity.group());
    if (group.isEmpty()) {
      log.error("{} {} belongs to a deployment that this JVM has not loaded", key.name(), entity);
      return Behaviors.stopped();
    }
    return behavior.apply(group.get(), entity);
  }

  /** Extractor that assigns entities to shards evenly, unlike a hash of their names. */
  private static final class ByNumber
      extends ShardingMessageExtractor<ShardingEnvelope<EntityHost.Command>, EntityHost.Command> {
    @Override
    public String entityId(ShardingEnvelope<EntityHost.Command> envelope) {
      return envelope.entityId();
    }

    @Override
    public String shardId(String entityId) {
      return EntityId.of(entityId).shard();
    }

    @Override
    public EntityHost.Command unwrapMessage(ShardingEnvelope<EntityHost.Command> envelope) {
      return envelope.message();
    }
  }
}
