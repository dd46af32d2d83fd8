package io.metasched.resource.broker.actor;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.persistence.testkit.PersistenceTestKitPlugin;
import akka.persistence.testkit.PersistenceTestKitSnapshotPlugin;
import com.typesafe.config.ConfigFactory;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.Rejection;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.broker.AccessList;
import io.metasched.resource.broker.AgentNode;
import io.metasched.resource.broker.AgentOffer;
import io.metasched.resource.broker.BrokerOffers;
import io.metasched.resource.broker.CommitAnswer;
import io.metasched.resource.broker.HeldTask;
import io.metasched.resource.broker.HoldAnswer;
import io.metasched.resource.broker.NodeDemand;
import io.metasched.resource.broker.NodeSummary;
import io.metasched.resource.broker.OfferBatch;
import io.metasched.resource.broker.OfferedTask;
import io.metasched.resource.broker.RefusedTask;
import io.metasched.resource.broker.TableLimits;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.TaskRefusal;
import io.metasched.resource.broker.TaskReservation;
import io.metasched.resource.broker.TaskVersion;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Messages and recovery of an agent of one node. */
final class AgentTest {
  private static final ActorTestKit testKit =
      ActorTestKit.create(
          PersistenceTestKitPlugin.config()
              .withFallback(PersistenceTestKitSnapshotPlugin.config())
              .withFallback(ConfigFactory.load()));
  private static final List<AgentNode> NODES =
      List.of(new AgentNode(4, "station1", "Rudolf", "farm", 1, 1, 90));
  private static final Task ANNS =
      new Task(7, new Span(10, 20), 50, NodeDemand.NONE, AccessList.of("ann"));
  private static final Task NEXT = Task.of(8, new Span(20, 30), 5);
  private static final HeldTask HELD = new HeldTask(7, 4, 50, 1);
  private static final TaskVersion HOLD = HELD.identity();

  private final TestProbe<Agent.Reply> broker = testKit.createTestProbe();
  private ActorRef<Agent.Command> agent = start(Journal.NONE);

  @AfterAll
  static void shutDown() {
    testKit.shutdownTestKit();
  }

  private static ActorRef<Agent.Command> start(Journal journal) {
    return testKit.spawn(Agent.create(NODES, TableLimits.PUBLISHED, 3, journal));
  }

  private static CommandId id(long number) {
    return new CommandId(2, number);
  }

  private Agent.Offered offer(long command, long round, Task... tasks) {
    agent.tell(new Agent.Offer(id(command), round, List.of(tasks), 0, 100, broker.ref()));
    return broker.expectMessageClass(Agent.Offered.class);
  }

  private Agent.Hold hold(long command, long round, long now, long lapse) {
    return new Agent.Hold(id(command), round, List.of(7L), now, lapse, broker.ref());
  }

  private void expectHeld(long command, long round) {
    broker.expectMessage(
        new Agent.Held(id(command), round, new HoldAnswer(List.of(HELD), List.of())));
  }

  private void expectNotHeld(long command, long round, TaskRefusal reason) {
    var refused = List.of(new RefusedTask(7, reason));
    broker.expectMessage(new Agent.Held(id(command), round, new HoldAnswer(List.of(), refused)));
  }

  private void commit(long command, TaskVersion hold, long now) {
    agent.tell(new Agent.Commit(id(command), List.of(hold), now, broker.ref()));
  }

  private void expectNotCommitted(long command, TaskRefusal reason) {
    var refused = List.of(new RefusedTask(7, reason));
    broker.expectMessage(new Agent.Committed(id(command), new CommitAnswer(List.of(), refused)));
  }

  private void expectCommitted(long command) {
    broker.expectMessage(
        new Agent.Committed(id(command), new CommitAnswer(List.of(7L), List.of())));
  }

  private void expectTasks(int committed, int held) {
    agent.tell(new Agent.Report(id(99), broker.ref()));
    var figures = broker.expectMessageClass(Agent.Reported.class).figures();
    assertThat(List.of(figures.committed(), figures.held())).containsExactly(committed, held);
  }

  @Test
  void aTaskIsOfferedHeldAndCommitted() {
    assertThat(offer(1, 1, ANNS).answer())
        .isEqualTo(new OfferBatch(List.of(new AgentOffer(7, 4, 50)), List.of()));
    expectTasks(0, 0);
    agent.tell(hold(2, 1, 0, 50));
    expectHeld(2, 1);
    expectTasks(0, 1);
    commit(3, HOLD, 0);
    expectCommitted(3);
    expectTasks(1, 0);
  }

  @Test
  void aRepeatedCommandIsAnsweredTheSameAndChangesNothing() {
    offer(1, 1, ANNS);
    agent.tell(hold(2, 1, 0, 50));
    expectHeld(2, 1);

    agent.tell(hold(2, 1, 0, 50));

    expectHeld(2, 1);
    expectTasks(0, 1);
    for (long command = 3; command < 7; command++) {
      commit(command, HOLD, 0);
      expectCommitted(command);
    }
    agent.tell(hold(2, 1, 0, 50));
    broker.expectMessage(new Agent.Rejected(id(2), Rejection.TOO_OLD));
  }

  @Test
  void anOfferThatIsUnknownOrExpiredIsNotHeld() {
    agent.tell(hold(1, 1, 0, 50));
    expectNotHeld(1, 1, TaskRefusal.UNKNOWN_OFFER);
    offer(2, 5, ANNS);

    agent.tell(hold(3, 5, 100, 150));
    expectNotHeld(3, 5, TaskRefusal.EXPIRED);
  }

  @Test
  void aHoldThatIsUnknownOrExpiredIsNotCommitted() {
    commit(1, HOLD, 0);
    expectNotCommitted(1, TaskRefusal.UNKNOWN_OFFER);
    offer(2, 1, ANNS);
    agent.tell(hold(3, 1, 0, 50));
    expectHeld(3, 1);

    commit(4, HOLD, 50);

    expectNotCommitted(4, TaskRefusal.EXPIRED);
    expectTasks(0, 0);
  }

  @Test
  void offersThatAreAskedForAgainAreThoseThatWereMade() {
    var first = offer(1, 1, ANNS);
    agent.tell(hold(2, 1, 0, 50));
    expectHeld(2, 1);

    assertThat(offer(1, 1, ANNS)).isEqualTo(first);

    assertThat(offer(3, 2, ANNS).answer().offers()).isEmpty(); // the task is held
  }

  @Test
  void holdsOfALostBrokerAreFreeForOthersAfterATime() {
    offer(1, 1, ANNS);
    agent.tell(hold(2, 1, 0, 5));
    expectHeld(2, 1);
    var theirs = Task.of(8, ANNS.span(), 80);

    offerOther(1, theirs, 4);
    assertThat(broker.expectMessageClass(Agent.Offered.class).answer().refused())
        .containsExactly(new RefusedTask(8, TaskRefusal.LOAD));
    offerOther(2, theirs, 5);

    assertThat(broker.expectMessageClass(Agent.Offered.class).answer().offers())
        .containsExactly(new AgentOffer(8, 4, 80));
    agent.tell(new Agent.ListNodes(id(3), 0, 5, broker.ref()));
    assertThat(broker.expectMessageClass(Agent.Listed.class).nodes())
        .containsExactly(new NodeSummary(NODES.get(0), 0, 0));
  }

  private void offerOther(long command, Task task, long now) {
    var other = new CommandId(3, command);
    agent.tell(new Agent.Offer(other, command, List.of(task), now, 100, broker.ref()));
  }

  @Test
  void anIdThatIsReservedIsNotOfferedAgain() {
    offer(1, 1, ANNS);
    agent.tell(hold(2, 1, 0, 50));
    expectHeld(2, 1);

    assertThat(offer(3, 2, ANNS).answer().refused())
        .containsExactly(new RefusedTask(7, TaskRefusal.DUPLICATE));
  }

  @Test
  void aTaskIsSeenAndCancelledByItsOwnerOnly() {
    offer(1, 1, ANNS);
    agent.tell(hold(2, 1, 0, 50));
    expectHeld(2, 1);

    agent.tell(new Agent.View(id(3), "bob", 0, 0, broker.ref()));
    broker.expectMessage(new Agent.Viewed(id(3), List.of(), false));
    agent.tell(new Agent.Cancel(id(4), "bob", 7, 0, broker.ref()));
    broker.expectMessage(new Agent.Cancelled(id(4), Optional.of(TaskRefusal.UNKNOWN_OFFER)));
    agent.tell(new Agent.View(id(5), "ann", 0, 0, broker.ref()));
    broker.expectMessage(
        new Agent.Viewed(id(5), List.of(new TaskReservation(ANNS, 4, 1, 50)), false));
    agent.tell(new Agent.Cancel(id(6), "ann", 7, 0, broker.ref()));
    broker.expectMessage(new Agent.Cancelled(id(6), Optional.empty()));
    expectTasks(0, 0);
  }

  @Test
  void aReleaseIsConfirmedAlsoIfThereIsNoHold() {
    offer(1, 1, ANNS);
    agent.tell(hold(2, 1, 0, 50));
    expectHeld(2, 1);

    var holds = List.of(HOLD, new TaskVersion(9, 9));
    agent.tell(new Agent.Release(id(3), holds, 0, broker.ref()));

    broker.expectMessage(new Agent.Released(id(3)));
    expectTasks(0, 0);
  }

  @Test
  void anAgentThatStartsAgainHasItsReservationsAndRepliesButNoOffers() {
    agent = start(Journal.persistent("agent-again", 2));
    offer(1, 1, ANNS, Task.of(8, new Span(0, 9), 5));
    agent.tell(hold(2, 1, 0, 50));
    expectHeld(2, 1);
    commit(3, HOLD, 0);
    expectCommitted(3);
    testKit.stop(agent);

    agent = start(Journal.persistent("agent-again", 2));

    expectTasks(1, 0);
    agent.tell(hold(2, 1, 0, 50));
    expectHeld(2, 1); // from the cache of replies
    agent.tell(new Agent.Hold(id(4), 1, List.of(8L), 0, 50, broker.ref()));
    assertThat(broker.expectMessageClass(Agent.Held.class).answer().refused())
        .containsExactly(new RefusedTask(8, TaskRefusal.UNKNOWN_OFFER));
  }

  @Test
  void anAgentThatKeepsItsOffersStartsAgainWithThem() {
    agent = startKeeping("agent-keeping");
    offer(1, 1, ANNS, Task.of(8, new Span(0, 9), 5));
    agent.tell(hold(2, 1, 0, 50));
    expectHeld(2, 1);
    testKit.stop(agent);

    agent = startKeeping("agent-keeping");

    var repeated = offer(1, 1, ANNS, Task.of(8, new Span(0, 9), 5));
    assertThat(repeated.answer().offers())
        .containsExactly(new AgentOffer(7, 4, 50), new AgentOffer(8, 4, 5));
    agent.tell(new Agent.Hold(id(3), 1, List.of(7L, 8L), 0, 50, broker.ref()));
    var answer = broker.expectMessageClass(Agent.Held.class).answer();
    assertThat(answer.held()).containsExactly(new HeldTask(8, 4, 5, 2));
    assertThat(answer.refused())
        .containsExactly(new RefusedTask(7, TaskRefusal.UNKNOWN_OFFER)); // accepted earlier
  }

  private static ActorRef<Agent.Command> startKeeping(String name) {
    var journal = Journal.persistent(name, 2);
    return testKit.spawn(Agent.createKeepingOffers(NODES, TableLimits.PUBLISHED, 3, journal));
  }

  @Test
  void aSnapshotFromBeforeOffersWereKeptHasNone() {
    var before = new AgentEvent.Snapshot(List.of(), 0, List.of(), List.of(), null);

    assertThat(before.openOffers()).isEmpty();
  }

  @Test
  void aSnapshotIsTheStateThatTheEventsLeadTo() {
    var fold = new AgentFold(NODES, TableLimits.PUBLISHED, 3);

    assertThat(fold.snapshot(fold.restored(snapshot()))).isEqualTo(snapshot());
    assertThat(((AgentEvent.Snapshot) snapshot()).reservations())
        .containsExactly(new TaskReservation(ANNS, 4, 1, TaskReservation.COMMITTED));
    assertThat(((AgentEvent.Snapshot) snapshot()).openOffers())
        .containsExactly(new BrokerOffers(2, 1, 100, List.of(new OfferedTask(NEXT, 4))));
  }

  private static List<AgentEvent> events() {
    var held = new Agent.Held(id(1), 1, new HoldAnswer(List.of(HELD), List.of()));
    var committed = new Agent.Committed(id(2), new CommitAnswer(List.of(7L), List.of()));
    var refused = new Agent.Cancelled(id(4), Optional.of(TaskRefusal.UNKNOWN_OFFER));
    var offers = List.of(new OfferedTask(ANNS, 4), new OfferedTask(NEXT, 4));
    var batch =
        new OfferBatch(List.of(new AgentOffer(7, 4, 50), new AgentOffer(8, 4, 5)), List.of());
    return List.of(
        new AgentEvent.TasksOffered(
            new Agent.Offered(id(0), 1, batch), new BrokerOffers(2, 1, 100, offers), 0),
        new AgentEvent.TasksHeld(held, List.of(new TaskReservation(ANNS, 4, 1, 50)), 0),
        new AgentEvent.TasksCommitted(committed, List.of(HOLD), 1),
        new AgentEvent.TasksReleased(new Agent.Released(id(3)), List.of(new TaskVersion(7, 2)), 60),
        new AgentEvent.TaskCancelled(refused, "bob", 7, 61));
  }

  private static CborSerializable snapshot() {
    var fold = new AgentFold(NODES, TableLimits.PUBLISHED, 3);
    var state = fold.empty();
    for (var event : events()) {
      state = fold.apply(state, event);
    }
    return fold.snapshot(state);
  }

  @Test
  void everyMessageTravelsAsItIs() {
    agent.tell(new Agent.Report(id(1), broker.ref()));
    var figures = broker.expectMessageClass(Agent.Reported.class).figures();
    var commands =
        List.of(
            new Agent.Offer(id(1), 1, List.of(ANNS), 0, 5, broker.ref()),
            hold(2, 1, 0, 50),
            new Agent.Commit(id(3), List.of(HOLD), 0, broker.ref()),
            new Agent.Release(id(4), List.of(HOLD), 0, broker.ref()),
            new Agent.Cancel(id(5), "ann", 7, 0, broker.ref()),
            new Agent.View(id(6), "ann", 0, 0, broker.ref()),
            new Agent.ListNodes(id(9), 0, 0, broker.ref()),
            new Agent.Report(id(7), broker.ref()));
    var refused = List.of(new RefusedTask(8, TaskRefusal.LOAD));
    var replies =
        List.of(
            new Agent.Offered(id(1), 1, new OfferBatch(List.of(new AgentOffer(7, 4, 50)), refused)),
            new Agent.Held(id(2), 1, new HoldAnswer(List.of(HELD), refused)),
            new Agent.Committed(id(3), new CommitAnswer(List.of(7L), refused)),
            new Agent.Released(id(4)),
            new Agent.Cancelled(id(5), Optional.of(TaskRefusal.NOT_ALLOWED)),
            new Agent.Viewed(id(6), List.of(new TaskReservation(ANNS, 4, 1, 50)), true),
            new Agent.Listed(id(9), List.of(new NodeSummary(NODES.get(0), 1, 12.5)), true),
            new Agent.Reported(id(7), figures),
            new Agent.Rejected(id(8), Rejection.TOO_OLD));
    var stored = Stream.concat(events().stream(), Stream.of(snapshot())).toList();

    Stream.of(commands, replies, stored)
        .flatMap(List::stream)
        .forEach(message -> testKit.serializationTestKit().verifySerialization(message, true));

    assertThat(commands).hasSameSizeAs(Agent.Command.class.getPermittedSubclasses());
    assertThat(replies).hasSameSizeAs(Agent.Reply.class.getPermittedSubclasses());
    assertThat(events()).hasSameSizeAs(AgentEvent.class.getPermittedSubclasses());
  }
}
