package io.metasched.metascheduler.deployment;

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
 * Shard allocation without rebalancing: a new shard is allocated to the JVM with the fewest shards,
 * and is never moved. The state of its actors is in memory, and other actors reach them by their
 * addresses.
 */
final class StaticShardAllocation extends AbstractShardAllocationStrategy {
  private final int moreHere;

  /**
   * @param moreHere additional load, in shards, of the oldest JVM, which also makes the allocations
   */
  StaticShardAllocation(int moreHere) {
    this.moreHere = moreHere;
  }

  @Override
  public Future<ActorRef> allocateShard(
      ActorRef requester, String shard, Map<ActorRef, IndexedSeq<String>> current) {
    var fewest =
        Comparator.comparingInt(this::load).thenComparing(e -> e.getKey().path().toString());
    var least = current.entrySet().stream().min(fewest);
    return Futures.successful(least.map(Map.Entry::getKey).orElse(requester));
  }

  private int load(Map.Entry<ActorRef, IndexedSeq<String>> jvm) {
    boolean isHere = jvm.getKey().path().address().hasLocalScope();
    return jvm.getValue().size() + (isHere ? moreHere : 0);
  }

  @Override
  public Future<Set<String>> rebalance(
      Map<ActorRef, IndexedSeq<String>> current, Set<String> inProgress) {
    return Futures.successful(new TreeSet<>());
  }
}
