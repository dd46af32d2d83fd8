package io.metasched.simulation.cluster;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.sharding.typed.ShardingEnvelope;
import akka.cluster.sharding.typed.ShardingMessageExtractor;
import akka.cluster.sharding.typed.javadsl.ClusterSharding;
import akka.cluster.sharding.typed.javadsl.Entity;
import akka.cluster.sharding.typed.javadsl.EntityTypeKey;
import io.metasched.simulation.cluster.config.Role;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;

/** Domains and providers as entities of cluster sharding, each an ensemble of one. */
final class Owners {
  private static final EntityTypeKey<Ensemble.Command> KEY =
      EntityTypeKey.create(Ensemble.Command.class, "owner");

  private Owners() {}

  /** Takes part: lets owners live in this JVM, if it has the role, and finds those elsewhere. */
  static void takePart(ActorSystem<?> system, Repertoire repertoire) {
    var entity =
        Entity.of(KEY, each -> owner(each.getEntityId(), repertoire, system.log()))
            .withRole(Role.OWNERS.registryName())
            .withStopMessage(new Ensemble.Leave())
            .withAllocationStrategy(new SteadyAllocation())
            .withMessageExtractor(new ByOwner());
    ClusterSharding.get(system).init(entity);
  }

  /** Asks where an owner is; it comes to life where it is not alive yet. */
  static void find(ActorSystem<?> system, OwnerId owner, Ensemble.Bring question) {
    ClusterSharding.get(system).entityRefFor(KEY, owner.toString()).tell(question);
  }

  private static Behavior<Ensemble.Command> owner(String id, Repertoire repertoire, Logger log) {
    var owner = OwnerId.of(id);
    var scene = repertoire.of(owner.play().run());
    if (scene.isEmpty()) {
      log.error("Owner {} is of a run that this JVM has not learnt", owner);
      return Behaviors.stopped();
    }
    return Ensemble.create(() -> alone(scene.get(), owner));
  }

  private static SortedMap<Integer, Behavior<?>> alone(Scene scene, OwnerId owner) {
    var one = new TreeMap<Integer, Behavior<?>>();
    one.put(owner.number(), scene.owner(owner.play(), owner.number()));
    return one;
  }

  /** Deals owners out evenly, where a hash of their names would not. */
  private static final class ByOwner
      extends ShardingMessageExtractor<ShardingEnvelope<Ensemble.Command>, Ensemble.Command> {
    @Override
    public String entityId(ShardingEnvelope<Ensemble.Command> envelope) {
      return envelope.entityId();
    }

    @Override
    public String shardId(String entityId) {
      return OwnerId.of(entityId).shard();
    }

    @Override
    public Ensemble.Command unwrapMessage(ShardingEnvelope<Ensemble.Command> envelope) {
      return envelope.message();
    }
  }
}
