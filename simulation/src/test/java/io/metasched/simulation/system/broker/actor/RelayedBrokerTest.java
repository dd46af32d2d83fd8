package io.metasched.simulation.system.broker.actor;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import akka.persistence.testkit.PersistenceTestKitPlugin;
import akka.persistence.testkit.PersistenceTestKitSnapshotPlugin;
import com.typesafe.config.ConfigFactory;
import io.metasched.metascheduler.broker.BrokerCore;
import io.metasched.metascheduler.broker.BrokerInput;
import io.metasched.metascheduler.broker.BrokerReaction;
import io.metasched.metascheduler.broker.BrokerRules;
import io.metasched.metascheduler.broker.NegotiationCommand;
import io.metasched.metascheduler.broker.TaskOutcome;
import io.metasched.metascheduler.broker.TaskPlacement;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.broker.AgentOffer;
import io.metasched.resource.broker.CommitAnswer;
import io.metasched.resource.broker.HeldTask;
import io.metasched.resource.broker.HoldAnswer;
import io.metasched.resource.broker.OfferBatch;
import io.metasched.resource.broker.RefusedTask;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.TaskRefusal;
import io.metasched.resource.broker.TaskVersion;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Messages of a broker whose caller relays all its input, and its recovery. */
final class RelayedBrokerTest {
  private static final ActorTestKit testKit =
      ActorTestKit.create(
          PersistenceTestKitPlugin.config()
              .withFallback(PersistenceTestKitSnapshotPlugin.config())
              .withFallback(ConfigFactory.load()));
  private static final Task TASK = Task.of(7, new Span(10, 20), 50);
  private static final HeldTask HELD = new HeldTask(7, 4, 50, 1);
  private static final BrokerInput SUBMITTED = new BrokerInput.Submitted(List.of(TASK));
  private static final BrokerInput OFFERED =
      new BrokerInput.Offered(0, 1, new OfferBatch(List.of(new AgentOffer(7, 4, 50)), List.of()));
  private static final BrokerInput REFUSED =
      new BrokerInput.Offered(
          1, 1, new OfferBatch(List.of(), List.of(new RefusedTask(7, TaskRefusal.LOAD))));
  private static final BrokerInput HOLDS =
      new BrokerInput.Held(0, 1, new HoldAnswer(List.of(HELD), List.of()));
  private static final BrokerInput COMMITTED =
      new BrokerInput.Committed(0, 1, new CommitAnswer(List.of(7L), List.of()));

  private final TestProbe<RelayedBroker.Reply> caller = testKit.createTestProbe();

  @AfterAll
  static void shutDown() {
    testKit.shutdownTestKit();
  }

  private static ActorRef<RelayedBroker.Command> start(Journal journal) {
    return testKit.spawn(
        RelayedBroker.create(
            () -> {
              var core = new BrokerCore(new BrokerRules(10, 1, 9, 5, 5));
              core.joined(0);
              core.joined(1);
              return core;
            },
            3,
            journal));
  }

  private BrokerReaction tell(
      ActorRef<RelayedBroker.Command> broker, long number, BrokerInput input) {
    broker.tell(new RelayedBroker.Tell(id(number), input, 0, caller.ref()));
    var told = caller.expectMessageClass(RelayedBroker.Told.class);
    assertThat(told.id()).isEqualTo(id(number));
    return told.reaction();
  }

  private static CommandId id(long number) {
    return new CommandId(9, number);
  }

  @Test
  void repliesWithWhatItAsksOfAgents() {
    var broker = start(Journal.NONE);

    assertThat(tell(broker, 1, SUBMITTED).commands())
        .containsExactly(
            new NegotiationCommand.Offer(0, 1, List.of(TASK)),
            new NegotiationCommand.Offer(1, 1, List.of(TASK)));
    assertThat(tell(broker, 2, OFFERED).commands()).isEmpty();
    assertThat(tell(broker, 3, REFUSED).commands())
        .containsExactly(new NegotiationCommand.Hold(0, 1, List.of(7L)));
    assertThat(tell(broker, 4, HOLDS).commands())
        .containsExactly(new NegotiationCommand.Commit(0, 1, List.of(HELD.identity())));
    assertThat(tell(broker, 5, COMMITTED).outcomes())
        .containsExactly(new TaskOutcome.Placed(new TaskPlacement(TASK, 0, 4, 50, 1)));
    assertThat(tell(broker, 6, new BrokerInput.Lost(0)).unplaced()).containsExactly(7L);
  }

  @Test
  void aRepeatedCommandIsAnsweredTheSameAndOneThatIsForgottenIsNotTaken() {
    var broker = start(Journal.NONE);
    var first = tell(broker, 1, SUBMITTED);

    assertThat(tell(broker, 1, SUBMITTED)).isEqualTo(first);

    tell(broker, 2, OFFERED);
    tell(broker, 3, REFUSED);
    tell(broker, 4, HOLDS);
    broker.tell(new RelayedBroker.Tell(id(1), SUBMITTED, 0, caller.ref()));
    caller.expectMessage(new RelayedBroker.TooOld(id(1)));
  }

  @Test
  void oneThatStartsAgainInTheMiddleOfARoundContinuesIt() {
    var broker = start(Journal.persistent("relayed", 2));
    tell(broker, 1, SUBMITTED);
    tell(broker, 2, OFFERED);
    var last = tell(broker, 3, REFUSED);
    testKit.stop(broker);

    var again = start(Journal.persistent("relayed", 2));

    assertThat(tell(again, 3, REFUSED)).isEqualTo(last); // the reply is repeated from memory
    assertThat(tell(again, 4, HOLDS).commands())
        .containsExactly(new NegotiationCommand.Commit(0, 1, List.of(HELD.identity())));
    assertThat(tell(again, 5, COMMITTED).outcomes()).hasSize(1);
  }

  @Test
  void aSnapshotHasTheGivenValues() {
    var fold = new RelayedBrokerFold(1);
    var state = fold.apply(fold.apply(fold.empty(), event(1, SUBMITTED)), event(2, OFFERED));

    var snapshot = (RelayedBrokerEvent.Snapshot) fold.snapshot(state);

    assertThat(snapshot.heard().stream().map(each -> each.input()))
        .containsExactly(SUBMITTED, OFFERED);
    assertThat(snapshot.forgotten()).containsExactly(id(1));
    assertThat(fold.snapshot(fold.restored(snapshot))).isEqualTo(snapshot);
  }

  private static RelayedBrokerEvent.InputHeard event(long number, BrokerInput input) {
    return new RelayedBrokerEvent.InputHeard(
        new RelayedBroker.Told(id(number), reaction()), input, 3);
  }

  private static BrokerReaction reaction() {
    var holds = List.of(new TaskVersion(7, 1));
    return new BrokerReaction(
        List.of(
            new NegotiationCommand.Offer(0, 1, List.of(TASK)),
            new NegotiationCommand.Hold(0, 1, List.of(7L)),
            new NegotiationCommand.Commit(0, 1, holds),
            new NegotiationCommand.Release(0, holds),
            new NegotiationCommand.Cancel(0, "ann", 7)),
        List.of(
            new TaskOutcome.Placed(new TaskPlacement(TASK, 0, 4, 50, 1)),
            new TaskOutcome.Unplaced(8, TaskRefusal.LOAD),
            new TaskOutcome.Cancelled(9, Optional.of(TaskRefusal.NOT_ALLOWED))),
        List.of(7L));
  }

  @Test
  void everyMessageTravelsAsItIs() {
    var inputs =
        List.of(
            SUBMITTED,
            OFFERED,
            HOLDS,
            COMMITTED,
            new BrokerInput.CancelWanted("ann", 7),
            new BrokerInput.Joined(1),
            new BrokerInput.Lost(1),
            new BrokerInput.Released(1, List.of(HELD.identity())),
            new BrokerInput.Cancelled(1, 7, Optional.of(TaskRefusal.INTERVAL)));
    var fold = new RelayedBrokerFold(3);
    var state = fold.empty();

    for (var input : inputs) {
      state = fold.apply(state, event(1, input));
      verify(event(1, input));
      verify(new RelayedBroker.Tell(id(1), input, 3, caller.ref()));
    }
    verify(fold.snapshot(state));
    verify(new RelayedBroker.Told(id(1), reaction()));
    verify(new RelayedBroker.TooOld(id(1)));

    assertThat(inputs).hasSameSizeAs(BrokerInput.class.getPermittedSubclasses());
    assertThat(reaction().commands())
        .hasSameSizeAs(NegotiationCommand.class.getPermittedSubclasses());
  }

  private static void verify(CborSerializable message) {
    testKit.serializationTestKit().verifySerialization(message, true);
  }
}
