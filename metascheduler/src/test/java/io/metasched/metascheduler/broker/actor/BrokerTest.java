package io.metasched.metascheduler.broker.actor;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.persistence.testkit.PersistenceTestKitPlugin;
import akka.persistence.testkit.PersistenceTestKitSnapshotPlugin;
import com.typesafe.config.ConfigFactory;
import io.metasched.metascheduler.broker.BrokerRules;
import io.metasched.metascheduler.broker.TaskOutcome;
import io.metasched.metascheduler.broker.TaskPlacement;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.broker.AccessList;
import io.metasched.resource.broker.AgentNode;
import io.metasched.resource.broker.AgentOffer;
import io.metasched.resource.broker.CommitAnswer;
import io.metasched.resource.broker.HeldTask;
import io.metasched.resource.broker.HoldAnswer;
import io.metasched.resource.broker.NodeDemand;
import io.metasched.resource.broker.OfferBatch;
import io.metasched.resource.broker.RefusedTask;
import io.metasched.resource.broker.TableLimits;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.TaskRefusal;
import io.metasched.resource.broker.TaskVersion;
import io.metasched.resource.broker.actor.Agent;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Messages and recovery of a broker with two agents. */
final class BrokerTest {
  private static final ActorTestKit testKit =
      ActorTestKit.create(
          ManualTime.config()
              .withFallback(PersistenceTestKitPlugin.config())
              .withFallback(PersistenceTestKitSnapshotPlugin.config())
              .withFallback(ConfigFactory.load()));
  private static final ManualTime time = ManualTime.get(testKit.system());
  private static final Duration SILENCE = Duration.ofSeconds(5);
  private static final BrokerRules RULES = new BrokerRules(10, 1, 9, 100, 50);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final MetaschedulerSettings BOUNDS =
      new MetaschedulerSettings(2, 3, 4, MINUTE, MINUTE);
  private static final Task ANNS =
      new Task(7, new Span(10, 20), 50, NodeDemand.NONE, AccessList.of("ann"));
  private static final TaskVersion HOLD = new TaskVersion(7, 3);

  private final TestProbe<Broker.Reply> user = testKit.createTestProbe();
  private final List<TestProbe<Agent.Command>> agents =
      List.of(testKit.createTestProbe(), testKit.createTestProbe());

  @AfterAll
  static void shutDown() {
    testKit.shutdownTestKit();
  }

  private ActorRef<Broker.Command> start(Journal journal) {
    var refs = new TreeMap<Integer, ActorRef<Agent.Command>>();
    for (int agent = 0; agent < agents.size(); agent++) {
      refs.put(agent, agents.get(agent).ref());
    }
    return testKit.spawn(Broker.create(1, refs, RULES, Optional.of(SILENCE), BOUNDS, journal));
  }

  private static CommandId id(long number) {
    return new CommandId(9, number);
  }

  private void submit(ActorRef<Broker.Command> broker, long command, Task... tasks) {
    broker.tell(new Broker.Submit(id(command), List.of(tasks), 0, user.ref()));
  }

  private <C extends Agent.Command> C asked(int agent, Class<C> kind) {
    return agents.get(agent).expectMessageClass(kind);
  }

  private void offer(int agent, AgentOffer... offers) {
    var asked = asked(agent, Agent.Offer.class);
    var batch = new OfferBatch(List.of(offers), List.of());
    asked.replyTo().tell(new Agent.Offered(asked.id(), asked.round(), batch));
  }

  private void hold(int agent, HeldTask... held) {
    var asked = asked(agent, Agent.Hold.class);
    var answer = new HoldAnswer(List.of(held), List.of());
    asked.replyTo().tell(new Agent.Held(asked.id(), asked.round(), answer));
  }

  private static HeldTask held() {
    return new HeldTask(7, 4, 50, 3);
  }

  private Agent.Commit commit(int agent) {
    var asked = asked(agent, Agent.Commit.class);
    assertThat(asked.holds()).containsExactly(HOLD);
    asked.replyTo().tell(new Agent.Committed(asked.id(), new CommitAnswer(List.of(7L), List.of())));
    return asked;
  }

  private static Broker.Answered placed(long command, int agent) {
    var placement = new TaskPlacement(ANNS, agent, 4, 50, 3);
    return new Broker.Answered(id(command), List.of(new TaskOutcome.Placed(placement)));
  }

  private static Broker.Answered unplaced(long command, long task, TaskRefusal reason) {
    return new Broker.Answered(id(command), List.of(new TaskOutcome.Unplaced(task, reason)));
  }

  private void place(ActorRef<Broker.Command> broker, long command) {
    submit(broker, command, ANNS);
    offer(0, new AgentOffer(7, 4, 50));
    offer(1);
    hold(0, held());
    commit(0);
    user.expectMessage(placed(command, 0));
  }

  @Test
  void aTaskIsOfferedHeldCommittedAndReportedOnce() {
    var broker = start(Journal.NONE);
    place(broker, 1);

    submit(broker, 1, ANNS);

    user.expectMessage(placed(1, 0));
    agents.forEach(TestProbe::expectNoMessage);
    broker.tell(new Broker.Report(id(2), user.ref()));
    var placement = new TaskPlacement(ANNS, 0, 4, 50, 3);
    user.expectMessage(new Broker.Scheduled(id(2), List.of(placement), 0));
  }

  @Test
  void anIdThatIsPlacedOrComesTwiceIsRefused() {
    var broker = start(Journal.NONE);
    place(broker, 1);
    submit(broker, 2, ANNS);
    user.expectMessage(unplaced(2, 7, TaskRefusal.DUPLICATE));

    var other = Task.of(8, new Span(0, 5), 5);
    submit(broker, 3, other, other);
    offer(0);
    offer(1);

    assertThat(user.expectMessageClass(Broker.Answered.class).outcomes())
        .containsExactly(
            new TaskOutcome.Unplaced(8, TaskRefusal.DUPLICATE),
            new TaskOutcome.Unplaced(8, TaskRefusal.NO_AGENT));
  }

  @Test
  void aSilentAgentIsLeftOutOfTheRoundAndGivesUpWhatItHeldTooLate() {
    var broker = start(Journal.NONE);
    submit(broker, 1, ANNS);
    offer(0, new AgentOffer(7, 4, 50));
    asked(1, Agent.Offer.class);
    time.timePasses(SILENCE);
    var late = asked(0, Agent.Hold.class);
    time.timePasses(SILENCE);
    user.expectMessage(unplaced(1, 7, TaskRefusal.NO_AGENT));

    var answer = new HoldAnswer(List.of(held()), List.of());
    late.replyTo().tell(new Agent.Held(late.id(), late.round(), answer));

    assertThat(asked(0, Agent.Release.class).holds()).containsExactly(HOLD);
  }

  @Test
  void anOfferThatHasExpiredIsNotPlaced() {
    var broker = start(Journal.NONE);
    submit(broker, 1, ANNS);
    offer(0, new AgentOffer(7, 4, 50));
    offer(1);

    var asked = asked(0, Agent.Hold.class);
    var refused = List.of(new RefusedTask(7, TaskRefusal.EXPIRED));
    var answer = new HoldAnswer(List.of(), refused);
    asked.replyTo().tell(new Agent.Held(asked.id(), asked.round(), answer));

    user.expectMessage(unplaced(1, 7, TaskRefusal.EXPIRED));
  }

  @Test
  void aCommitOfAnUnknownHoldIsNotPlaced() {
    var broker = start(Journal.NONE);
    submit(broker, 1, ANNS);
    offer(0, new AgentOffer(7, 4, 50));
    offer(1);
    hold(0, held());

    var asked = asked(0, Agent.Commit.class);
    var refused = List.of(new RefusedTask(7, TaskRefusal.UNKNOWN_OFFER));
    asked.replyTo().tell(new Agent.Committed(asked.id(), new CommitAnswer(List.of(), refused)));

    user.expectMessage(unplaced(1, 7, TaskRefusal.UNKNOWN_OFFER));
  }

  @Test
  void theTasksOfAnAgentThatStopsAreOfferedElsewhereAndGivenUpWhenItConnectsAgain() {
    var broker = start(Journal.NONE);
    place(broker, 1);

    agents.get(0).stop();
    offer(1, new AgentOffer(7, 4, 50));
    hold(1, held());
    commit(1);

    var again = testKit.<Agent.Command>createTestProbe();
    broker.tell(new Broker.Connect(id(2), 0, again.ref(), user.ref()));
    user.expectMessage(new Broker.Connected(id(2)));
    assertThat(again.expectMessageClass(Agent.Release.class).holds()).containsExactly(HOLD);
    broker.tell(new Broker.Report(id(3), user.ref()));
    assertThat(user.expectMessageClass(Broker.Scheduled.class).placements())
        .containsExactly(new TaskPlacement(ANNS, 1, 4, 50, 3));
  }

  @Test
  void aTaskIsCancelledByItsOwnerOnly() {
    var broker = start(Journal.NONE);
    place(broker, 1);
    broker.tell(new Broker.Cancel(id(2), "bob", 7, 0, user.ref()));
    var unknown = Optional.of(TaskRefusal.UNKNOWN_OFFER);
    user.expectMessage(new Broker.Answered(id(2), List.of(new TaskOutcome.Cancelled(7, unknown))));

    broker.tell(new Broker.Cancel(id(3), "ann", 7, 0, user.ref()));
    broker.tell(new Broker.Cancel(id(4), "ann", 7, 0, user.ref()));
    var twice = new TaskOutcome.Cancelled(7, Optional.of(TaskRefusal.DUPLICATE));
    user.expectMessage(new Broker.Answered(id(4), List.of(twice)));
    var asked = asked(0, Agent.Cancel.class);
    asked.replyTo().tell(new Agent.Cancelled(asked.id(), Optional.empty()));

    var cancelled = new TaskOutcome.Cancelled(7, Optional.empty());
    user.expectMessage(new Broker.Answered(id(3), List.of(cancelled)));
  }

  @Test
  void noMoreCommandsAreInProgressThanMayBe() {
    var broker = start(Journal.NONE);
    for (int command = 1; command <= 2; command++) {
      submit(broker, command, Task.of(command, new Span(0, 5), 5));
    }

    submit(broker, 3, ANNS);

    user.expectMessage(new Broker.Rejected(id(3), Broker.Rejection.BUSY));
  }

  @Test
  void aBrokerThatStartsAgainCommitsFirstWhatItMayHaveCommitted() {
    var first = start(Journal.persistent("broker-again", 2));
    submit(first, 1, ANNS);
    offer(0, new AgentOffer(7, 4, 50));
    offer(1);
    hold(0, held());
    var before = asked(0, Agent.Commit.class);
    testKit.stop(first); // before the answer

    var second = start(Journal.persistent("broker-again", 2));

    var after = commit(0);
    assertThat(after.id()).isGreaterThan(before.id());
    submit(second, 1, ANNS);
    user.expectMessage(placed(1, 0));
    testKit.stop(second);
    submit(start(Journal.persistent("broker-again", 2)), 1, ANNS);
    user.expectMessage(placed(1, 0)); // from the recovered state
  }

  @Test
  void unansweredCommandsAreRepeated() {
    var broker = start(Journal.persistent("broker-retries", 9));
    submit(broker, 1, ANNS);
    offer(0, new AgentOffer(7, 4, 50));
    offer(1);
    hold(0, held());
    var lost = asked(0, Agent.Commit.class);

    time.timePasses(MINUTE);

    assertThat(commit(0).id()).isEqualTo(lost.id());
    user.expectMessage(placed(1, 0));
  }

  @Test
  void agentsAndBrokersPlaceABatch() {
    var refs = new TreeMap<Integer, ActorRef<Agent.Command>>();
    for (int agent = 0; agent < 3; agent++) {
      var nodes = List.of(new AgentNode(1, "n1", "c", "f", 1, 1, 9));
      refs.put(agent, testKit.spawn(Agent.create(nodes, TableLimits.PUBLISHED, 100, Journal.NONE)));
    }
    var rules = BrokerRules.DEFAULT;
    var tasks =
        LongStream.range(0, 200)
            .mapToObj(task -> Task.of(task, Span.of(task * 50, 100), 40))
            .toArray(Task[]::new);

    for (int number = 1; number <= 2; number++) {
      var broker =
          testKit.spawn(Broker.create(number, refs, rules, Optional.empty(), BOUNDS, Journal.NONE));
      var half = Stream.of(tasks).skip((number - 1) * 100L).limit(100).toArray(Task[]::new);
      submit(broker, number, half);
    }

    for (int number = 1; number <= 2; number++) {
      assertThat(user.expectMessageClass(Broker.Answered.class).outcomes())
          .hasSize(100)
          .allMatch(TaskOutcome.Placed.class::isInstance);
    }
  }

  @Test
  void everyMessageTravelsAsItIs() {
    var requests =
        List.of(
            new Broker.Submit(id(1), List.of(ANNS), 0, user.ref()),
            new Broker.Cancel(id(2), "ann", 7, 0, user.ref()),
            new Broker.Connect(id(3), 1, agents.get(1).ref(), user.ref()),
            new Broker.Disconnect(id(6), 1, agents.get(1).ref(), user.ref()),
            new Broker.Report(id(4), user.ref()));
    var replies =
        List.of(
            placed(1, 0),
            new Broker.Connected(id(3)),
            new Broker.Disconnected(id(6)),
            new Broker.Scheduled(id(4), List.of(new TaskPlacement(ANNS, 0, 4, 50, 3)), 2),
            new Broker.Rejected(id(5), Broker.Rejection.BUSY));
    var stored = Stream.concat(events().stream(), Stream.of(snapshot())).toList();

    Stream.of(requests, replies, stored)
        .flatMap(List::stream)
        .forEach(message -> testKit.serializationTestKit().verifySerialization(message, true));

    assertThat(requests).hasSameSizeAs(Broker.Request.class.getPermittedSubclasses());
    assertThat(replies).hasSameSizeAs(Broker.Reply.class.getPermittedSubclasses());
    assertThat(events().stream().map(Object::getClass).distinct())
        .hasSameSizeAs(BrokerEvent.class.getPermittedSubclasses());
  }

  private static List<BrokerEvent> events() {
    var others = LongStream.range(8, 11).mapToObj(id -> Task.of(id, new Span(5, 9), 5)).toList();
    var refused = List.of(new RefusedTask(7, TaskRefusal.DUPLICATE));
    var holds = List.of(new BrokerEvent.AgentHolds(0, List.of(held())));
    return List.of(
        new BrokerEvent.Started(2),
        new BrokerEvent.TasksSubmitted(id(1), List.of(ANNS), refused),
        new BrokerEvent.CommitsBegun(holds),
        new BrokerEvent.OutcomesReached(placed(1, 0).outcomes()),
        new BrokerEvent.TasksSubmitted(id(2), others, List.of()),
        new BrokerEvent.OutcomesReached(unplaced(2, 8, TaskRefusal.LOAD).outcomes()),
        new BrokerEvent.AgentLost(0, 1),
        new BrokerEvent.HoldsReleased(0, List.of(new TaskVersion(8, 8))),
        new BrokerEvent.CancellationAsked(id(3), "ann", 9));
  }

  private static CborSerializable snapshot() {
    var fold = new BrokerFold(3);
    var state = fold.empty();
    for (var event : events()) {
      state = fold.apply(state, event);
    }
    return fold.snapshot(state);
  }

  @Test
  void aSnapshotIsTheStateThatTheEventsLeadTo() {
    var fold = new BrokerFold(3);
    var state = (BrokerEvent.Snapshot) snapshot();

    assertThat(fold.snapshot(fold.restored(state))).isEqualTo(state);
    assertThat(state.incarnation()).isEqualTo(2);
    assertThat(state.waiting()).extracting(Task::id).containsExactly(9L, 10L, 7L);
    assertThat(state.abandoned()).containsExactly(new BrokerEvent.AgentVersions(0, List.of(HOLD)));
    assertThat(state.submissions()).hasSize(1);
    assertThat(state.replies().get(0).id()).isEqualTo(id(1));
  }
}
