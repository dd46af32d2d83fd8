package io.metasched.service.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import io.metasched.service.agent.FactListeners;
import io.metasched.service.run.GivenClock;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Facts and titles that agents report to the service. */
final class AgentDeskTest {
  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  private static final DeskSettings SETTINGS =
      new DeskSettings(
          Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1));
  private static final Optional<AgentSecret> SECRET_OF_A = Optional.of(new AgentSecret("a's"));
  private static final Optional<AgentSecret> SECRET_OF_B = Optional.of(new AgentSecret("b's"));

  private final ActorTestKit kit = ActorTestKit.create();

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  @Test
  void factOfAnotherAgentOrSenderIsIgnored() throws InterruptedException {
    var facts = new LinkedBlockingQueue<RunFact>();
    var listeners = new FactListeners();
    listeners.add(facts::add);
    var desk =
        kit.spawn(
            AgentDesk.create(listeners, read -> {}, SETTINGS, Map.of(), new GivenClock(NOON)));
    TestProbe<AgentCommand> agent = kit.createTestProbe();
    for (var each : Map.of("a", SECRET_OF_A, "b", SECRET_OF_B).entrySet()) {
      var nodes = List.of(new OfferedNode("n-" + each.getKey(), 1, 500, List.of()));
      var title = new AgentTitle(each.getKey(), "north", nodes, "none", List.of());
      desk.tell(new DeskCommand.Beat(title, NOON, Optional.empty(), agent.ref(), each.getValue()));
      agent.expectMessageClass(AgentCommand.Heard.class);
    }
    var ready = new RunFact.Ready(new RunId("j", 1, 0));
    var lost = new RunFact.Lost(new RunId("j", 1, 0), NOON);
    var last = new RunFact.Ready(new RunId("j", 1, 1));

    desk.tell(new DeskCommand.Told("a", lost, SECRET_OF_B));
    desk.tell(new DeskCommand.Told("a", lost, Optional.empty()));
    desk.tell(new DeskCommand.Told("a", ready, SECRET_OF_A));
    desk.tell(new DeskCommand.Told("b", lost, SECRET_OF_B)); // the run is of a
    desk.tell(new DeskCommand.Told("b", last, SECRET_OF_B));

    assertThat(facts.take()).isEqualTo(ready);
    assertThat(facts.take()).isEqualTo(last);
  }

  private static DeskCommand.Beat beat(
      String id, String domain, String node, TestProbe<AgentCommand> agent) {
    var nodes = List.of(new OfferedNode(node, 1, 500, List.of()));
    var title = new AgentTitle(id, domain, nodes, "none", List.of());
    return new DeskCommand.Beat(title, NOON, Optional.empty(), agent.ref(), Optional.empty());
  }

  @Test
  void agentWithANewFolderReplacesASilentOne() {
    var clock = new GivenClock(NOON);
    var desk =
        kit.spawn(AgentDesk.create(new FactListeners(), read -> {}, SETTINGS, Map.of(), clock));
    TestProbe<AgentCommand> first = kit.createTestProbe();
    TestProbe<AgentCommand> next = kit.createTestProbe();
    desk.tell(beat("z", "north", "n-1", first));
    first.expectMessageClass(AgentCommand.Heard.class);

    desk.tell(beat("b", "north", "n-1", next));
    assertThat(next.expectMessageClass(AgentCommand.TurnedAway.class).why())
        .isEqualTo(
            "node n-1 is already offered by another agent, of another folder; this agent is"
                + " accepted once the other one has been silent for 3600 s");
    clock.advance(SETTINGS.silence().plusSeconds(1));
    desk.tell(beat("b", "north", "n-1", next));
    next.expectMessageClass(AgentCommand.Heard.class);

    desk.tell(beat("z", "north", "n-1", first));
    first.expectMessageClass(AgentCommand.TurnedAway.class);
    var views = new CompletableFuture<List<AgentView>>();
    desk.tell(new DeskCommand.Show(views));
    assertThat(views.join())
        .extracting(view -> view.title().id() + view.title().nodes().size())
        .containsExactly("b1", "z0");
  }

  @Test
  void agentOfAnUnknownNodeOrDomainIsRemarked() {
    var fleet = Map.of("north", List.of("n-1"));
    var desk =
        kit.spawn(
            AgentDesk.create(
                new FactListeners(), read -> {}, SETTINGS, fleet, new GivenClock(NOON)));
    TestProbe<AgentCommand> agent = kit.createTestProbe();

    desk.tell(beat("a", "north", "n-1", agent));
    assertThat(agent.expectMessageClass(AgentCommand.Heard.class).remark()).isEmpty();
    desk.tell(beat("b", "north", "n-2", agent));
    assertThat(agent.expectMessageClass(AgentCommand.Heard.class).remark())
        .contains("the service has no node n-2 of this agent in its configuration");
    desk.tell(beat("a", "nort", "n-1", agent));
    assertThat(agent.expectMessageClass(AgentCommand.Heard.class).remark())
        .contains("the service has no domain nort in its configuration");
    var views = new CompletableFuture<List<AgentView>>();
    desk.tell(new DeskCommand.Show(views));
    assertThat(views.join().get(0).remarks())
        .contains("the service has no domain nort in its configuration");
  }
}
