package io.metasched.metascheduler.broker.live;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.metascheduler.broker.TaskOutcome;
import io.metasched.metascheduler.deployment.ClusterNode;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.ClusterSystems;
import io.metasched.metascheduler.deployment.config.HostPort;
import io.metasched.metascheduler.deployment.config.MemberRole;
import io.metasched.resource.broker.AccessList;
import io.metasched.resource.broker.AgentNode;
import io.metasched.resource.broker.NodeDemand;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.TaskRefusal;
import io.metasched.resource.broker.config.AgentBounds;
import io.metasched.resource.model.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Agents and brokers that are members of one cluster, all in this JVM. */
@Tag("cluster")
final class BrokerSessionTest {
  private static final String CLUSTER = "broker-session";
  private static final String VERSION = "7";
  private static final ClusterSettings SETTINGS = ClusterSettings.load(Optional.empty());
  private static final Task ANNS =
      new Task(7, new Span(10, 20), 50, NodeDemand.NONE, AccessList.of("ann"));

  private final BlockingQueue<TaskOutcome> outcomes = new LinkedBlockingQueue<>();
  private final BlockingQueue<LiveAgent> gone = new LinkedBlockingQueue<>();
  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void closeAll() throws Exception {
    for (var each : open) {
      each.close();
    }
  }

  private BrokerSession broker(int agents, ClusterSettings settings) {
    var events =
        new AgentEvents() {
          @Override
          public void joined(LiveAgent agent) {}

          @Override
          public void left(LiveAgent agent) {
            gone.add(agent);
          }
        };
    var listeners = new BrokerSession.Listeners(event -> {}, events, outcomes::addAll);
    var place = new BrokerSession.Place(CLUSTER, VERSION, settings);
    var session = BrokerSession.open(place, agents, () -> 1, listeners);
    open.add(session);
    return session;
  }

  private ClusterNode agent(BrokerSession joined) {
    var settings = joining(joined);
    ActorSystem<Void> system =
        ClusterSystems.start(
            Behaviors.empty(), CLUSTER, settings, List.of(MemberRole.AGENTS), VERSION);
    var node = ClusterNode.join(system, settings, VERSION, event -> {});
    var nodes = List.of(new AgentNode(4, "n", "c", "f", 1, 1, 100));
    AgentMember.start(system, nodes, AgentBounds.read(settings.config()));
    open.add(node);
    return node;
  }

  private static ClusterSettings joining(BrokerSession joined) {
    return SETTINGS.joining(List.of(HostPort.of(joined.place(), "test")));
  }

  @Test
  void tasksArePlacedSeenCancelledAndPlacedElsewhereWhenTheirAgentLeaves() throws Exception {
    var first = broker(2, SETTINGS);
    var one = agent(first);
    agent(first);
    var agents = first.agents();
    assertThat(agents).hasSize(2);

    var placed = first.place(List.of(ANNS, Task.of(8, new Span(10, 20), 50)));

    assertThat(placed.outcomes()).allMatch(TaskOutcome.Placed.class::isInstance);
    var second = broker(2, joining(first)); // another broker
    assertThat(second.agents()).hasSize(2);
    assertThat(second.place(List.of(Task.of(9, new Span(10, 20), 50))).outcomes())
        .containsExactly(new TaskOutcome.Unplaced(9, TaskRefusal.LOAD));
    assertThat(second.cancel("bob", 7)).contains(TaskRefusal.UNKNOWN_OFFER);
    assertThat(visible(second, "bob")).isEqualTo(1);
    assertThat(visible(second, "ann")).isEqualTo(2);
    assertThat(second.nodes(second.agents().get(0)).orElseThrow())
        .allMatch(node -> node.tasks() == 1 && node.node().id() == 4);
    assertThat(second.cancel("ann", 7)).isEmpty();
    assertThat(second.cancel("ann", 7)).contains(TaskRefusal.UNKNOWN_OFFER);

    outcomes.clear();
    gone.clear();
    one.close();

    assertThat(gone.take().place()).isEqualTo(one.place());
    // the reservations of the lost agent are now at the other agent, where 7 was cancelled or no
    // room is left
    assertThat(outcomes.take().task()).isIn(7L, 8L);
  }

  private static int visible(BrokerSession session, String user) {
    return session.agents().stream()
        .mapToInt(agent -> session.visible(agent, user).orElseThrow().size())
        .sum();
  }

  @Test
  @Tag("slow")
  void moreThanFitsIntoAMessageIsReadInPages() {
    var session = broker(1, SETTINGS);
    agent(session);
    var tasks =
        LongStream.range(0, 2500).mapToObj(id -> Task.of(id, Span.of(10 + id, 1), 80)).toList();
    assertThat(session.agents()).hasSize(1);

    assertThat(session.place(tasks).outcomes()).hasSize(2500);

    assertThat(visible(session, "anyone")).isEqualTo(2500);
    assertThat(session.schedule().placements()).hasSize(2500);
    session.deliver(session.agents(), tasks);
    assertThat(visible(session, "anyone")).isEqualTo(2500);
  }
}
