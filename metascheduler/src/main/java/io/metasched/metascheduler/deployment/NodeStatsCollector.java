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
 * Asks the members of a cluster what they have counted. One that does not answer is left out: the
 * actors work without these figures.
 */
public final class NodeStatsCollector {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ActorSystem<?> system;
  private final Member self;

  /** A collector in one of the members. */
  public NodeStatsCollector(ActorSystem<?> system) {
    this.system = system;
    self = Cluster.get(system).selfMember();
  }

  /** What each JVM has counted so far, by its place; waits for the answers. */
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
            // it has left, or is about to
          }
        });
    return counted;
  }

  /** The members that may host actors, in the order in which they have joined. */
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
