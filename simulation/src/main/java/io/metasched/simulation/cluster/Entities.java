package io.metasched.simulation.cluster;

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
import io.metasched.simulation.cluster.config.Role;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.slf4j.Logger;

/**
 * Actors of plays as entities of cluster sharding, each an ensemble of one, in the JVMs of a role.
 */
final class Entities {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final EntityTypeKey<Ensemble.Command> key;
  private final Role role;
  private final ShardAllocationStrategy allocation;
  private final BiFunction<Scene, EntityId, Behavior<Ensemble.Command>> behavior;

  /**
   * Actors of a kind.
   *
   * @param kind their name in the cluster
   * @param behavior one of them, as a scene plays it
   */
  Entities(
      String kind,
      Role role,
      ShardAllocationStrategy allocation,
      BiFunction<Scene, EntityId, Behavior<Ensemble.Command>> behavior) {
    key = EntityTypeKey.create(Ensemble.Command.class, kind);
    this.role = role;
    this.allocation = allocation;
    this.behavior = behavior;
  }

  /** Takes part: lets them live in this JVM, if it has the role, and finds those elsewhere. */
  void takePart(ActorSystem<?> system, Repertoire repertoire) {
    var entity =
        Entity.of(key, each -> entity(each.getEntityId(), repertoire, system.log()))
            .withRole(role.registryName())
            .withStopMessage(new Ensemble.Leave())
            .withAllocationStrategy(allocation)
            .withMessageExtractor(new ByPlay());
    ClusterSharding.get(system).init(entity);
  }

  /**
   * Whether they may come to life in this JVM from now on, if it has the role: whoever deals them
   * out knows of it only some time after it takes part. False, too, where nobody answers in time.
   */
  CompletionStage<Boolean> mayCome(ActorSystem<?> system) {
    var self = Cluster.get(system).selfMember();
    if (!Muster.has(self, role)) {
      return CompletableFuture.completedStage(true);
    }
    var region =
        akka.cluster.sharding.ClusterSharding.get(Adapter.toClassic(system))
            .shardRegion(key.name());
    return Patterns.ask(region, ShardRegion.getCurrentRegionsInstance(), PATIENCE)
        .thenApply(CurrentRegions.class::cast)
        .handle((known, none) -> none == null && known.getRegions().contains(self.address()));
  }

  /** Asks where one is, who comes to life where it is not alive yet. */
  void find(ActorSystem<?> system, EntityId id, Ensemble.Bring question) {
    ClusterSharding.get(system).entityRefFor(key, id.toString()).tell(question);
  }

  private Behavior<Ensemble.Command> entity(String id, Repertoire repertoire, Logger log) {
    var entity = EntityId.of(id);
    var scene = repertoire.of(entity.play().run());
    if (scene.isEmpty()) {
      log.error("{} {} is of a run that this JVM has not learnt", key.name(), entity);
      return Behaviors.stopped();
    }
    return behavior.apply(scene.get(), entity);
  }

  /** Deals them out evenly, where a hash of their names would not. */
  private static final class ByPlay
      extends ShardingMessageExtractor<ShardingEnvelope<Ensemble.Command>, Ensemble.Command> {
    @Override
    public String entityId(ShardingEnvelope<Ensemble.Command> envelope) {
      return envelope.entityId();
    }

    @Override
    public String shardId(String entityId) {
      return EntityId.of(entityId).shard();
    }

    @Override
    public Ensemble.Command unwrapMessage(ShardingEnvelope<Ensemble.Command> envelope) {
      return envelope.message();
    }
  }
}
