package io.metasched.metascheduler.broker.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.ConfigFactory;
import io.metasched.metascheduler.broker.actor.Broker;
import io.metasched.resource.broker.actor.Agent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Agents that are reported to a broker, and the time of the reports. */
final class AgentDirectoryTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(9);
  private static final ActorTestKit testKit =
      ActorTestKit.create(
          ManualTime.config()
              .withFallback(
                  ConfigFactory.parseString(
                      "akka.actor.provider = cluster, akka.remote.artery.canonical.port = 0,"
                          + " akka.remote.artery.canonical.hostname = 127.0.0.1"))
              .withFallback(ConfigFactory.load()));
  private static final ManualTime time = ManualTime.get(testKit.system());

  private final TestProbe<Broker.Command> broker = testKit.createTestProbe();
  private final List<String> said = new ArrayList<>();
  private final List<ActorRef<Agent.Command>> agents =
      Stream.of("a", "b", "c")
          .map(name -> testKit.<Agent.Command>createTestProbe(name).ref())
          .sorted()
          .toList();
  private final ActorRef<AgentDirectory.Command> directory =
      testKit.spawn(
          AgentDirectory.create(
              new AgentDirectory.Awaited(7, 2, TIMEOUT), broker.ref(), events(), context -> {}));

  private AgentEvents events() {
    return new AgentEvents() {
      @Override
      public void joined(LiveAgent agent) {
        said.add("came " + agent.number());
      }

      @Override
      public void left(LiveAgent agent) {
        said.add("gone " + agent.number());
      }
    };
  }

  @AfterAll
  static void shutDown() {
    testKit.shutdownTestKit();
  }

  private void find(Integer... numbers) {
    directory.tell(new AgentDirectory.Found(Stream.of(numbers).map(n -> agents.get(n)).toList()));
  }

  private void expectConnect(int number, int agent) {
    var connect = broker.expectMessageClass(Broker.Connect.class);
    assertThat(connect.agent()).isEqualTo(number);
    assertThat(connect.ref()).isEqualTo(agents.get(agent));
    connect.replyTo().tell(new Broker.Connected(connect.id()));
  }

  private void expectDisconnect(int number) {
    var disconnect = broker.expectMessageClass(Broker.Disconnect.class);
    assertThat(disconnect.agent()).isEqualTo(number);
    disconnect.replyTo().tell(new Broker.Disconnected(disconnect.id()));
  }

  private CompletableFuture<List<LiveAgent>> ask() {
    var answer = new CompletableFuture<List<LiveAgent>>();
    directory.tell(new AgentDirectory.Ask(answer));
    return answer;
  }

  @Test
  void agentsAreConnectedOnceThereAreAsManyAsAreAwaitedAndNumberedInOrder() {
    find(1);
    broker.expectNoMessage();

    find(1, 0);

    expectConnect(1, 0);
    expectConnect(2, 1);
    assertThat(ask().join()).extracting(LiveAgent::number).containsExactly(1, 2);
  }

  @Test
  void oneThatComesLaterGetsTheNextNumber() {
    find(2, 1);
    expectConnect(1, 1);
    expectConnect(2, 2);

    find(2, 1, 0);

    expectConnect(3, 0);
    assertThat(ask().join()).hasSize(3);
  }

  @Test
  void oneThatIsNotListedAnyMoreIsDisconnectedAndComesBackUnderItsNumber() {
    find(0, 1);
    expectConnect(1, 0);
    expectConnect(2, 1);

    find(1);
    expectDisconnect(1);
    find(0, 1);
    expectConnect(1, 0);

    assertThat(ask().join()).hasSize(2);
    assertThat(said).containsExactly("came 1", "came 2", "gone 1", "came 1");
  }

  @Test
  void tooFewAgentsAreReportedAfterATime() {
    find(0);
    var answer = ask();
    broker.expectNoMessage();

    time.timePasses(TIMEOUT);

    assertThatThrownBy(answer::join).hasMessageContaining("of 2 agents, 1 joined in 9 s");
  }
}
