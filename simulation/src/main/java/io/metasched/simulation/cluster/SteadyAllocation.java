package io.metasched.simulation.cluster;

import akka.actor.ActorRef;
import akka.cluster.sharding.ShardCoordinator.AbstractShardAllocationStrategy;
import akka.dispatch.Futures;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import scala.collection.immutable.IndexedSeq;
import scala.concurrent.Future;

/**
 * A new shard goes to the JVM that has the fewest, and stays: what its owners know is in memory,
 * and those who talk to them know them by their addresses.
 */
final class SteadyAllocation extends AbstractShardAllocationStrategy {
  private static final Comparator<Map.Entry<ActorRef, IndexedSeq<String>>> FEWEST =
      Comparator.comparingInt((Map.Entry<ActorRef, IndexedSeq<String>> e) -> e.getValue().size())
          .thenComparing(e -> e.getKey().path().toString());

  @Override
  public Future<ActorRef> allocateShard(
      ActorRef requester, String shard, Map<ActorRef, IndexedSeq<String>> current) {
    var least = current.entrySet().stream().min(FEWEST);
    return Futures.successful(least.map(Map.Entry::getKey).orElse(requester));
  }

  @Override
  public Future<Set<String>> rebalance(
      Map<ActorRef, IndexedSeq<String>> current, Set<String> inProgress) {
    return Futures.successful(new TreeSet<>());
  }
}
