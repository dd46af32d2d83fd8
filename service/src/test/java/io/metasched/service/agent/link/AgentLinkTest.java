package io.metasched.service.agent.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import akka.serialization.SerializationExtension;
import akka.serialization.Serializers;
import com.typesafe.config.ConfigFactory;
import io.metasched.service.agent.process.AgentException;
import io.metasched.service.run.EndCause;
import io.metasched.service.run.OutputStreamName;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunLimits;
import io.metasched.service.run.RunSpec;
import io.metasched.service.run.StagedFile;
import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldRefusal;
import io.metasched.service.site.SiteCalendar;
import io.metasched.service.site.SiteHold;
import io.metasched.service.site.SiteTerms;
import io.metasched.service.site.TakenSpan;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Agents and the service in two actor systems, over loopback. */
final class AgentLinkTest {
  private static final RunId RUN = new RunId("a", 1, 0);
  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  private static final Optional<AgentSecret> SECRET = Optional.of(new AgentSecret("s"));
  private static final Duration BEAT = Duration.ofMillis(20);
  // never gives up, even on a very slow machine
  private static final DeskSettings PATIENT =
      new DeskSettings(
          Duration.ofMillis(50), Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1));

  private final ActorSystem<Void> service = system();
  private final ActorSystem<Void> machine = system();
  private final StubExecutor stub = new StubExecutor();

  private static ActorSystem<Void> system() {
    var config = LinkConfig.over(ConfigFactory.load(), "127.0.0.1", 0, List.of("127.0.0.1"));
    return ActorSystem.create(Behaviors.empty(), Link.SYSTEM, config);
  }

  @AfterEach
  void stop() {
    service.terminate();
    machine.terminate();
  }

  private AgentsExecutor executor(DeskSettings settings, Clock clock) {
    return AgentsExecutor.open(service, settings, Map.of(), clock);
  }

  private ActorRef<AgentCommand> agent(String id, String node) {
    var address =
        Adapter.toClassic(service).provider() instanceof akka.remote.RemoteActorRefProvider remote
            ? remote.transport().defaultAddress()
            : null;
    var desk = Link.desk(machine, "127.0.0.1", (Integer) address.port().get());
    var title =
        new AgentTitle(
            id, "north", List.of(new OfferedNode(node, 1, 500, List.of("ssd"))), "none", List.of());
    return machine.systemActorOf(
        NodeAgent.create(title, stub, List.of(desk), BEAT, Clock.systemUTC()),
        id,
        akka.actor.typed.Props.empty());
  }

  static RunSpec spec(String node) {
    return new RunSpec(
        RUN,
        node,
        List.of("true", "é \u0000"),
        new TreeMap<>(Map.of("A", "1")),
        List.of(new StagedFile("in", "text", false), StagedFile.of("raw", new byte[] {0, -1})),
        NOON,
        NOON.plusSeconds(60),
        Duration.ofSeconds(1),
        Optional.of(Duration.ofSeconds(9)),
        new RunLimits(OptionalLong.of(5), OptionalInt.empty()),
        "physics",
        Optional.of("sub"));
  }

  private static <T> T get(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  /** Repeats a command until it arrives, like the planner. */
  private static void insist(java.util.function.Supplier<CompletionStage<Void>> command) {
    while (command.get().handle((done, error) -> error != null).toCompletableFuture().join()) {
      LockSupport.parkNanos(10_000_000);
    }
  }

  @Test
  void ordersArriveAndFactsComeBack() throws Exception {
    var executor = executor(PATIENT, Clock.systemUTC());
    var told = new LinkedBlockingQueue<RunFact>();
    executor.listen(told::add);
    agent("m1", "n1");

    insist(() -> executor.prepare(spec("n1")));
    get(executor.start(RUN, NOON));
    get(executor.cancel(RUN, "why"));
    stub.tell(new RunFact.Ended(RUN, 7, EndCause.EXITED, NOON));

    assertThat(told.take()).isEqualTo(new RunFact.Ended(RUN, 7, EndCause.EXITED, NOON));
    assertThat(get(executor.runs())).hasSize(1);
    var piece = get(executor.output(RUN, OutputStreamName.STDOUT, 3, 5));
    assertThat(new String(piece.bytes(), java.nio.charset.StandardCharsets.UTF_8))
        .isEqualTo("hello");
    assertThat(piece.truncated()).isTrue();
    get(executor.acknowledge(RUN));
    // a command without a prompt answer is sent again
    assertThat(stub.orders().stream().distinct())
        .containsExactly(
            "prepare a.1.0", "start a.1.0 " + NOON, "cancel a.1.0 why", "acknowledge a.1.0");
  }

  @Test
  void anAgentThatHasStoppedHearsOfNoRun() {
    var executor = executor(PATIENT, Clock.systemUTC());
    agent("m1", "n1");
    insist(() -> executor.prepare(spec("n1"))); // so the agent is connected
    assertThat(stub.listening()).isEqualTo(1);

    machine.terminate();
    get(machine.getWhenTerminated());

    assertThat(stub.listening()).isZero();
  }

  @Test
  void aServiceThatKnowsNothingLearnsFromFactsWhoseARunIs() {
    var executor = executor(PATIENT, Clock.systemUTC());
    assertThatThrownBy(() -> get(executor.start(RUN, NOON)))
        .hasMessageContaining("no agent that has run a.1.0 has sent a heartbeat");
    agent("m1", "n1");

    insist(
        () -> {
          stub.tell(new RunFact.Ready(RUN));
          return executor.start(RUN, NOON);
        });

    assertThat(stub.orders()).containsOnly("start a.1.0 " + NOON);
  }

  @Test
  void outputIsFoundAfterReportsOfItsRunHaveEnded() {
    var executor = executor(PATIENT, Clock.systemUTC());
    agent("m1", "n1");
    view(executor);

    var piece = get(executor.output(RUN, OutputStreamName.STDOUT, 0, 5));

    assertThat(piece.total()).isEqualTo(99);
  }

  @Test
  void anOrderForANodeOfNobodyFails() {
    var executor = executor(PATIENT, Clock.systemUTC());

    assertThatThrownBy(() -> get(executor.prepare(spec("n9"))))
        .hasMessageContaining("no agent that offers node n9 has sent a heartbeat");
  }

  @Test
  void aSilentAgentIsReported() {
    var clock = new java.util.concurrent.atomic.AtomicReference<>(Duration.ZERO);
    var set =
        new Clock() {
          @Override
          public Instant instant() {
            return Instant.now().plus(clock.get());
          }

          @Override
          public java.time.ZoneId getZone() {
            return java.time.ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(java.time.ZoneId zone) {
            return this;
          }
        };
    var executor = executor(PATIENT, set);
    agent("m1", "n1");
    insist(() -> executor.prepare(spec("n1")));
    machine.terminate();
    machine.getWhenTerminated().toCompletableFuture().join();

    var start = executor.start(RUN, NOON).toCompletableFuture();
    while (!start.isDone()) {
      clock.updateAndGet(offset -> offset.plusHours(2));
      LockSupport.parkNanos(10_000_000);
    }

    assertThatThrownBy(() -> get(start)).hasMessageContaining("agent m1 has not answered in");
    var view = get(executor.agents()).get(0);
    assertThat(view.sells()).isFalse();
    assertThat(view.remarks().get(0)).startsWith("silent since");
  }

  @Test
  void aClockThatIsOffIsShownAndSellsNothing() {
    var executor = executor(PATIENT, Clock.offset(Clock.systemUTC(), Duration.ofSeconds(-2000)));
    agent("m1", "n1");

    var view = view(executor);

    assertThat(view.offset().orElseThrow().offset().toSeconds()).isBetween(-2100L, -1900L);
    assertThat(view.sells()).isFalse();
    assertThat(view.remarks().get(0)).startsWith("its clock is off by ");
  }

  private static AgentView view(AgentsExecutor executor) {
    while (true) {
      var views = get(executor.agents());
      if (!views.isEmpty() && views.get(0).offset().isPresent()) {
        return views.get(0);
      }
      LockSupport.parkNanos(10_000_000);
    }
  }

  @Test
  void aNodeIsOfferedByOneAgent() {
    var executor = executor(PATIENT, Clock.systemUTC());
    agent("m1", "n1");
    view(executor);
    TestProbe<AgentCommand> other = TestProbe.create(service);
    var nodes = List.of(new OfferedNode("n1", 1, 0, List.of()));
    var title = new AgentTitle("m2", "north", nodes, "none", List.of());

    executor
        .desk()
        .tell(new DeskCommand.Beat(title, NOON, Optional.empty(), other.ref(), Optional.empty()));

    assertThat(other.expectMessageClass(AgentCommand.TurnedAway.class, Duration.ofMinutes(5)).why())
        .contains("node n1 is already offered by another agent");
    assertThat(get(executor.agents())).hasSize(1);
  }

  @Test
  void aRunThatAnEarlierAgentCannotReadIsRefusedWithTheReason() {
    var executor = executor(PATIENT, Clock.systemUTC());
    TestProbe<AgentCommand> earlier = TestProbe.create(service);
    var nodes = List.of(new OfferedNode("n1", 1, 0, List.of()));
    var title = new AgentTitle("m1", "north", nodes, "none", List.of(), 0, Optional.empty());

    executor
        .desk()
        .tell(new DeskCommand.Beat(title, NOON, Optional.empty(), earlier.ref(), Optional.empty()));

    assertThatThrownBy(() -> get(executor.prepare(spec("n1"))))
        .hasMessageEndingWith(
            "the agent of north is of an earlier version without input in base64: upgrade it");
    assertThat(get(executor.agents()).get(0).remarks())
        .contains("the agent's version is earlier than the service's: upgrade the agent");
  }

  @Test
  void aSignalThatIsRepeatedIsSentOnce() {
    TestProbe<DeskCommand> desk = TestProbe.create(service);
    var agent = agent("m1", "n1");
    var carry = new AgentCommand.Carry("d", 5, new AgentOrder.Signal(RUN, "USR1"), desk.ref());

    for (int time = 0; time < 3; time++) {
      agent.tell(carry);
      assertThat(desk.expectMessageClass(DeskCommand.Replied.class, Duration.ofMinutes(5)).reply())
          .isEqualTo(new OrderReply.Done());
    }

    assertThat(stub.orders()).containsExactly("signal a.1.0 USR1");
  }

  @Test
  void aSpecThatDidNotArriveAsItWasSentIsNotTaken() {
    TestProbe<DeskCommand> desk = TestProbe.create(service);
    var agent = agent("m1", "n1");

    agent.tell(new AgentCommand.Carry("d", 1, new AgentOrder.Prepare(spec("n1"), "x"), desk.ref()));
    agent.tell(
        new AgentCommand.Carry(
            "d", 2, new AgentOrder.Prepare(spec("n2"), spec("n2").digest()), desk.ref()));

    assertThat(desk.expectMessageClass(DeskCommand.Replied.class, Duration.ofMinutes(5)).reply())
        .isEqualTo(
            new OrderReply.Failed(
                "a.1.0: the spec that arrived differs from the spec that was sent"));
    assertThat(desk.expectMessageClass(DeskCommand.Replied.class, Duration.ofMinutes(5)).reply())
        .isEqualTo(new OrderReply.Failed("a.1.0: this agent has no node n2"));
    assertThat(stub.orders()).isEmpty();
  }

  @Test
  void everyMessageIsTheSameAfterItsJourney() {
    TestProbe<AgentCommand> agent = TestProbe.create(service);
    TestProbe<DeskCommand> desk = TestProbe.create(service);
    var title =
        new AgentTitle(
            "m1", "d", List.of(new OfferedNode("n1", 1, 2, List.of("ssd"))), "i", List.of("w"));
    var offset = new ClockOffset(Duration.ofNanos(123456789), Duration.ofMillis(-3));
    var hold = new SiteHold("a.1.0", "n1", NOON, NOON.plusSeconds(1));
    List<AgentOrder> orders =
        List.of(
            new AgentOrder.Prepare(spec("n1"), "x"),
            new AgentOrder.Start(RUN, NOON.plusNanos(1)),
            new AgentOrder.Cancel(RUN, "c"),
            new AgentOrder.Signal(RUN, "USR1"),
            new AgentOrder.Acknowledge(RUN),
            new AgentOrder.TellAll(),
            new AgentOrder.Read(RUN, OutputStreamName.STDERR, 1L << 40, 5),
            new AgentOrder.Hold(List.of(hold)),
            new AgentOrder.Release(List.of("a.1.0")),
            new AgentOrder.CheckHolds(List.of(hold), "", "a.1.0"));
    List<RunFact> facts =
        List.of(
            new RunFact.Ready(RUN),
            new RunFact.Refused(RUN, "r"),
            new RunFact.Started(RUN, NOON),
            new RunFact.Ended(RUN, 7, EndCause.TIME_LIMIT, NOON),
            new RunFact.Lost(RUN, NOON));

    orders.forEach(order -> roundTrip(new AgentCommand.Carry("d", 1, order, desk.ref())));
    facts.forEach(fact -> roundTrip(new DeskCommand.Told("m1", fact, SECRET)));
    roundTrip(new DeskCommand.Beat(title, NOON, Optional.of(offset), agent.ref(), SECRET));
    roundTrip(new DeskCommand.Beat(title, NOON, Optional.empty(), agent.ref(), Optional.empty()));
    var span = new TakenSpan(NOON, NOON.plusNanos(1), TakenSpan.Reason.DRAINED, "fan");
    var taken = new TreeMap<>(Map.of("n1", List.of(span), "n2", List.<TakenSpan>of()));
    roundTrip(
        new DeskCommand.SiteRead(
            "m1", 5, 0, 2, new SiteCalendar(NOON, NOON.plusNanos(9), taken), SECRET));
    roundTrip(new DeskCommand.Replied("m1", 3, new OrderReply.Done(), SECRET));
    roundTrip(new DeskCommand.Replied("m1", 3, new OrderReply.Failed("f"), SECRET));
    roundTrip(new DeskCommand.Replied("m1", 3, new OrderReply.Facts(facts), SECRET));
    roundTrip(
        new DeskCommand.Replied(
            "m1", 3, new OrderReply.Piece(1, "aa==", 2, true, false, true), SECRET));
    var refusal = new HoldRefusal("a.1.0", HoldRefusal.Reason.TAKEN, "t");
    roundTrip(
        new DeskCommand.Replied(
            "m1", 3, new OrderReply.HoldAnswer(false, Optional.of(refusal)), SECRET));
    roundTrip(
        new DeskCommand.Replied(
            "m1", 3, new OrderReply.HoldAnswer(true, Optional.empty()), SECRET));
    var finding = new HoldFinding("a.1.0", HoldFinding.Kind.LEFT_OVER, "");
    roundTrip(
        new DeskCommand.Replied(
            "m1", 3, new OrderReply.Findings(List.of(finding)), Optional.empty()));
    var site = new SiteTitle("s", SiteTerms.Promise.FIRM, 5);
    var ofSite = AgentTitle.ofSite("m1", "d", title.nodes(), site, List.of());
    roundTrip(new DeskCommand.Beat(ofSite, NOON, Optional.empty(), agent.ref(), SECRET));
    roundTrip(new AgentCommand.Heard(NOON, NOON, NOON.plusNanos(5), Optional.of("x")));
    roundTrip(new AgentCommand.TurnedAway("w"));
  }

  private void roundTrip(Object message) {
    var serialization = SerializationExtension.get(Adapter.toClassic(service));
    var serializer = serialization.findSerializerFor(message);
    assertThat(serializer.identifier()).as("JSON in CBOR: %s", message).isEqualTo(33);
    var bytes = serialization.serialize(message).get();
    var manifest = Serializers.manifestFor(serializer, message);
    assertThat(serialization.deserialize(bytes, serializer.identifier(), manifest).get())
        .isEqualTo(message);
  }

  @Test
  void commandsTravelBeyondThisMachineWithTlsOnly() {
    assertThatThrownBy(
            () -> LinkConfig.over(ConfigFactory.load(), "192.0.2.1", 0, List.of("127.0.0.1")))
        .isInstanceOf(AgentException.class)
        .hasMessageContaining("192.0.2.1: commands may leave this machine only with TLS");
    assertThatThrownBy(
            () -> LinkConfig.over(ConfigFactory.load(), "127.0.0.1", 0, List.of("192.0.2.1")))
        .isInstanceOf(AgentException.class);
  }
}
