package io.metasched.simulation.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.AskPattern;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import io.metasched.simulation.cluster.config.Role;
import io.metasched.simulation.result.Deployment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Asks the JVMs of a run what they have counted, as whoever has called for the run wants to know.
 * Who does not answer is left out: a run is none the worse for it.
 */
final class Census {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ActorSystem<?> system;
  private final Member self;

  Census(ActorSystem<?> system) {
    this.system = system;
    self = Cluster.get(system).selfMember();
  }

  /** What each JVM has counted so far, by its place; waits for the answers. */
  SortedMap<String, Counted> counted() {
    var asked = new TreeMap<String, CompletableFuture<Counted>>();
    for (var member : members()) {
      var place = Muster.place(member);
      asked.put(
          place,
          AskPattern.ask(
                  Muster.stage(system, place), Stage.Count::new, PATIENCE, system.scheduler())
              .toCompletableFuture());
    }
    var counted = new TreeMap<String, Counted>();
    counted.put(Muster.place(self), Meter.of(system).counted());
    asked.forEach(
        (place, answer) -> {
          try {
            counted.put(place, answer.join());
          } catch (CompletionException silent) {
            // it is gone, or about to
          }
        });
    return counted;
  }

  /** Those who may live in a run, in the order in which they have joined. */
  private List<Member> members() {
    var members = new ArrayList<Member>();
    for (var member : Cluster.get(system).state().getMembers()) {
      if (member.status().equals(MemberStatus.up()) && !Muster.has(member, Role.KEEPER)) {
        members.add(member);
      }
    }
    members.sort((one, other) -> one.isOlderThan(other) ? -1 : other.isOlderThan(one) ? 1 : 0);
    return members;
  }

  /**
   * Who was where, and what was sent since.
   *
   * @param found the actors of the last play
   * @param since what had been counted when the run began
   * @param started ids of the processes that were started for the run, in this order
   */
  Deployment deployment(
      String owners, Casting.Found found, SortedMap<String, Counted> since, List<Long> started) {
    var now = counted();
    var numbers = numbers(now, started);
    var jvms = new ArrayList<Deployment.Jvm>();
    var all = members();
    all.add(0, self);
    for (var member : all) {
      var place = Muster.place(member);
      var number = numbers.get(place);
      if (number != null) {
        jvms.add(
            new Deployment.Jvm(
                number,
                place,
                Muster.roles(member),
                at(place, found.owners()),
                at(place, found.schedulers()),
                at(place, found.users()).size()));
      }
    }
    jvms.sort(Comparator.comparingInt(Deployment.Jvm::number));
    return new Deployment(owners, jvms, traffic(jvms, now, since));
  }

  private SortedMap<String, Integer> numbers(
      SortedMap<String, Counted> counted, List<Long> started) {
    var numbers = new TreeMap<String, Integer>();
    numbers.put(Muster.place(self), 0);
    int next = started.size() + 1;
    for (var member : members()) {
      var place = Muster.place(member);
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
          if (Muster.place(actor.path().address()).equals(place)) {
            here.add(number);
          }
        });
    return here;
  }

  private static List<Deployment.Traffic> traffic(
      List<Deployment.Jvm> jvms, SortedMap<String, Counted> now, SortedMap<String, Counted> since) {
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
