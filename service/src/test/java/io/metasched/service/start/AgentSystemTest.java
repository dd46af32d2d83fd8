package io.metasched.service.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import akka.remote.RemoteActorRefProvider;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.metasched.service.agent.link.AgentTitle;
import io.metasched.service.agent.link.AgentsExecutor;
import io.metasched.service.agent.link.DeskSettings;
import io.metasched.service.agent.link.Link;
import io.metasched.service.agent.link.LinkConfig;
import io.metasched.service.agent.link.NodeAgent;
import io.metasched.service.agent.link.OfferedNode;
import io.metasched.service.agent.process.AgentException;
import io.metasched.service.run.FakeExecutor;
import io.metasched.service.run.FakeRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import scala.Option;

final class AgentSystemTest {
  private static final Clock CLOCK = Clock.systemUTC();
  // never gives up, even on a very slow machine
  private static final DeskSettings PATIENT =
      new DeskSettings(
          Duration.ofMillis(50), Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1));
  private static final AgentTitle TITLE =
      new AgentTitle(
          "m1", "north", List.of(new OfferedNode("n1", 1, 500, List.of())), "none", List.of());

  private final LinkedBlockingQueue<ActorSystem<?>> begun = new LinkedBlockingQueue<>();

  private static Config config() {
    return config(0);
  }

  private static Config config(int port) {
    return LinkConfig.over(ConfigFactory.load(), "127.0.0.1", port, List.of("127.0.0.1"));
  }

  private static RemoteActorRefProvider provider(ActorSystem<?> system) {
    return (RemoteActorRefProvider) Adapter.toClassic(system).provider();
  }

  private static void quarantine(ActorSystem<?> one, ActorSystem<?> other) {
    long uid = provider(other).transport().system().uid();
    try {
      provider(one).quarantine(provider(other).getDefaultAddress(), Option.apply(uid), "a test");
    } catch (IllegalStateException isTerminated) {
      // the quarantine was announced, and the agent's system has ended before this call does
      assertThat(isTerminated).hasMessage("cannot enqueue after timer shutdown");
    }
  }

  private void begin(ActorSystem<?> service, ActorSystem<?> system) {
    int port = (Integer) provider(service).getDefaultAddress().port().get();
    var agent =
        NodeAgent.create(
            TITLE,
            new FakeExecutor(CLOCK, spec -> FakeRun.instant()),
            List.of(Link.desk(system, "127.0.0.1", port)),
            Duration.ofMillis(20),
            CLOCK);
    var unused = system.systemActorOf(agent, "agent", Props.empty());
    begun.add(system);
  }

  /** Repeats an order until it is carried out. */
  private static void order(AgentsExecutor executor) {
    // queries each agent
    while (executor.runs().handle((runs, error) -> error != null).toCompletableFuture().join()) {
      LockSupport.parkNanos(10_000_000);
    }
  }

  @Test
  void aPortThatIsInUseIsOneLine() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();

      assertThatThrownBy(() -> AgentSystem.start(config(port), begun::add))
          .isInstanceOf(AgentException.class)
          .hasMessageStartingWith(
              "127.0.0.1:%d: cannot listen at this address (--host, --port): Address already in use"
                  + " by process %d of ",
              port, ProcessHandle.current().pid());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theLinkIsRestoredAfterAQuarantineByEitherSide(boolean byService) throws Exception {
    ActorSystem<Void> service = ActorSystem.create(Behaviors.empty(), Link.SYSTEM, config());
    var executor = AgentsExecutor.open(service, PATIENT, Map.of(), CLOCK);
    var link = AgentSystem.start(config(), system -> begin(service, system));
    try {
      var first = begun.take();
      awaitMessage(executor, 0);
      order(executor);

      quarantine(byService ? service : first, byService ? first : service);

      var second = begun.take();
      assertThat(second).isNotSameAs(first);
      assertThat(first.getWhenTerminated().toCompletableFuture()).isDone();
      awaitMessage(executor, CLOCK.millis());
      order(executor);
      link.close();
      link.whenEnded().toCompletableFuture().join();
      assertThat(begun).isEmpty();
    } finally {
      link.close();
      service.terminate();
    }
  }

  private static void awaitMessage(AgentsExecutor executor, long since) {
    while (executor.agents().toCompletableFuture().join().stream()
        .noneMatch(view -> view.lastMessage().toEpochMilli() > since)) {
      LockSupport.parkNanos(10_000_000);
    }
  }
}
