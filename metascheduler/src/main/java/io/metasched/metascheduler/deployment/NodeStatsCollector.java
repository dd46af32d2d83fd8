package io.metasched.metascheduler.deployment;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Collector of the statistics of the members of a cluster. A member that does not answer is
 * omitted: the actors do not need these figures.
 */
public final class NodeStatsCollector {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ActorSystem<?> system;
  private final Member self;

  /** Creates a collector in one of the members. */
  public NodeStatsCollector(ActorSystem<?> system) {
    this.system = system;
    self = Cluster.get(system).selfMember();
  }

  /** Returns the statistics of each JVM so far, by its place; waits for the answers. */
  public SortedMap<String, NodeStats> counted() {
    var asked = new TreeMap<String, CompletableFuture<NodeStats>>();
    for (var member : members()) {
      var place = ClusterMembers.place(member);
      asked.put(
          place,
          AskPattern.ask(
                  ClusterMembers.services(system, place),
                  NodeServices.Count::new,
                  PATIENCE,
                  system.scheduler())
              .toCompletableFuture());
    }
    var counted = new TreeMap<String, NodeStats>();
    counted.put(ClusterMembers.place(self), RemoteTrafficCounter.of(system).counted());
    asked.forEach(
        (place, answer) -> {
          try {
            counted.put(place, answer.join());
          } catch (CompletionException noReply) {
            // the member has left or is about to leave
          }
        });
    return counted;
  }

  /** Returns the members that may host actors, in the order of joining. */
  public List<Member> members() {
    var members = new ArrayList<Member>();
    for (var member : Cluster.get(system).state().getMembers()) {
      if (member.status().equals(MemberStatus.up()) && ClusterMembers.isForRuns(member)) {
        members.add(member);
      }
    }
    members.sort((one, other) -> one.isOlderThan(other) ? -1 : other.isOlderThan(one) ? 1 : 0);
    return members;
  }
}
