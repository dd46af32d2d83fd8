package io.metasched.simulation.driver.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.cluster.Member;
import akka.cluster.typed.Cluster;
import io.metasched.metascheduler.deployment.ClusterMembers;
import io.metasched.metascheduler.deployment.NodeStats;
import io.metasched.metascheduler.deployment.NodeStatsCollector;
import io.metasched.simulation.rows.Deployment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reader of the deployment of a run's actors, which the members of a cluster report, as result
 * rows.
 */
final class DeploymentReader {
  private final NodeStatsCollector collector;
  private final Member self;

  DeploymentReader(ActorSystem<?> system) {
    collector = new NodeStatsCollector(system);
    self = Cluster.get(system).selfMember();
  }

  /**
   * Returns the locations of the actors and the traffic of the run.
   *
   * @param found actors of the last policy run
   * @param since counts of each JVM at the beginning of the run
   * @param started ids of the processes that were started for the run, in this order
   */
  Deployment deployment(
      String owners,
      RunDeployer.Found found,
      SortedMap<String, NodeStats> since,
      List<Long> started) {
    var now = collector.counted();
    var numbers = numbers(now, started);
    var jvms = new ArrayList<Deployment.Jvm>();
    var all = collector.members();
    all.add(0, self);
    for (var member : all) {
      var place = ClusterMembers.place(member);
      var number = numbers.get(place);
      if (number != null) {
        jvms.add(
            new Deployment.Jvm(
                number,
                place,
                ClusterMembers.roles(member),
                at(place, found.owners()),
                at(place, found.schedulers()),
                at(place, found.users()).size()));
      }
    }
    jvms.sort(Comparator.comparingInt(Deployment.Jvm::number));
    return new Deployment(owners, jvms, traffic(jvms, now, since));
  }

  private SortedMap<String, Integer> numbers(
      SortedMap<String, NodeStats> counted, List<Long> started) {
    var numbers = new TreeMap<String, Integer>();
    numbers.put(ClusterMembers.place(self), 0);
    int next = started.size() + 1;
    for (var member : collector.members()) {
      var place = ClusterMembers.place(member);
      var known = counted.get(place);
      int at = known == null ? -1 : started.indexOf(known.process());
      numbers.put(place, at >= 0 ? at + 1 : next++);
    }
    return numbers;
  }

  private static List<Integer> at(String place, SortedMap<Integer, ActorRef<Object>> actors) {
    var here = new ArrayList<Integer>();
    actors.forEach(
        (number, actor) -> {
          if (ClusterMembers.place(actor.path().address()).equals(place)) {
            here.add(number);
          }
        });
    return here;
  }

  private static List<Deployment.Traffic> traffic(
      List<Deployment.Jvm> jvms,
      SortedMap<String, NodeStats> now,
      SortedMap<String, NodeStats> since) {
    var traffic = new ArrayList<Deployment.Traffic>();
    for (var from : jvms) {
      var counted = now.get(from.place());
      var before = since.get(from.place());
      for (var to : jvms) {
        if (counted != null) {
          var sent = counted.sentTo(to.place());
          sent = before == null ? sent : sent.minus(before.sentTo(to.place()));
          if (sent.messages() > 0) {
            traffic.add(
                new Deployment.Traffic(from.number(), to.number(), sent.messages(), sent.bytes()));
          }
        }
      }
    }
    return traffic;
  }
}
