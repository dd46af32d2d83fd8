package io.metasched.simulation.driver.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import com.typesafe.config.ConfigFactory;
import io.metasched.metascheduler.deployment.ClusterMembers;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.ClusterSystems;
import io.metasched.metascheduler.deployment.config.MemberRole;
import io.metasched.resource.actor.CborSerializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Loss of messages between two members in one JVM that communicate over the network. */
final class MessageLossTest {
  private static final Duration BRIEF = Duration.ofMillis(500);
  private static final int ROUNDS = 6; // the last loss lasts 16 s
  private static final int CALLS = 240; // two minutes
  private static final int MOST_LOOKS = 15_000; // five minutes

  /** Ping to the other member. */
  record Call(int number, ActorRef<Reply> replyTo) implements CborSerializable {}

  /** Reply to a ping. */
  record Reply(int number) implements CborSerializable {}

  private final List<ActorSystem<Call>> systems = new ArrayList<>();

  @AfterEach
  void stopAll() {
    systems.forEach(ActorSystem::terminate);
    systems.forEach(system -> system.getWhenTerminated().toCompletableFuture().join());
  }

  /**
   * On a machine too slow to send a message during the loss, the test retries with longer losses.
   */
  @Test
  void messagesAreLostForAWhileAndAfterwardsArriveAgain() throws Exception {
    Queue<Integer> arrived = new ConcurrentLinkedQueue<>();
    var here = member(arrived);
    var there = member(arrived);
    join(here, there);
    var other = resolved(here, there);
    int number = callUntilAnswered(here, other, 0);
    int lost = 0;
    var loss = BRIEF;
    for (int round = 0; round < ROUNDS && (lost == 0 || arrived.contains(lost)); round++) {
      lost = number + 1;
      MessageLoss.begin(there, loss);
      other.tell(new Call(lost, here.ignoreRef()));

      number = callUntilAnswered(here, other, lost);
      loss = loss.multipliedBy(2);
    }

    assertThat(arrived).contains(number).doesNotContain(lost);
  }

  /** Returns the number of the first call after {@code last} that is answered. */
  private static int callUntilAnswered(ActorSystem<?> here, ActorRef<Call> other, int last)
      throws InterruptedException {
    for (int number = last + 1; number <= last + CALLS; number++) {
      int asked = number;
      var reply =
          AskPattern.<Call, Reply>ask(
              other, replyTo -> new Call(asked, replyTo), BRIEF, here.scheduler());
      try {
        return reply.toCompletableFuture().get().number();
      } catch (ExecutionException late) {
        // dropped or late
      }
    }
    throw new AssertionError("none of %d calls was answered".formatted(CALLS));
  }

  private ActorSystem<Call> member(Queue<Integer> arrived) {
    var settings = ClusterSettings.load(Optional.empty());
    var option = MessageLoss.CAN_LOSE.substring("-D".length());
    var config = ConfigFactory.parseString(option).withFallback(settings.config());
    var lossy =
        new ClusterSettings(
            settings.self(),
            settings.seeds(),
            settings.joinTimeout(),
            settings.startTimeout(),
            settings.leaveTimeout(),
            settings.journal(),
            config);
    var system =
        ClusterSystems.start(echo(arrived), "loss", lossy, List.of(MemberRole.OWNERS), "1.0.0");
    systems.add(system);
    return system;
  }

  private static Behavior<Call> echo(Queue<Integer> arrived) {
    return Behaviors.receiveMessage(
        call -> {
          arrived.add(call.number());
          call.replyTo().tell(new Reply(call.number()));
          return Behaviors.same();
        });
  }

  private static void join(ActorSystem<?> here, ActorSystem<?> there) throws Exception {
    var cluster = Cluster.get(here);
    var first = Join.create(cluster.selfMember().address());
    cluster.manager().tell(first);
    Cluster.get(there).manager().tell(first);
    for (int look = 0; upCount(there) < 2; look++) {
      assertThat(look).as("looks until both are members").isLessThan(MOST_LOOKS);
      Thread.sleep(20);
    }
  }

  private static long upCount(ActorSystem<?> system) {
    var members = Cluster.get(system).state().getMembers();
    return StreamSupport.stream(members.spliterator(), false)
        .filter(member -> member.status().equals(MemberStatus.up()))
        .count();
  }

  private static ActorRef<Call> resolved(ActorSystem<?> here, ActorSystem<?> there) {
    var path =
        "akka://loss@%s/user".formatted(ClusterMembers.place(Cluster.get(there).selfMember()));
    return ActorRefResolver.get(here).resolveActorRef(path);
  }
}
