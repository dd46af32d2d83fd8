package io.metasched.metascheduler.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.broker.TaskOutcome.Cancelled;
import io.metasched.metascheduler.broker.TaskOutcome.Unplaced;
import io.metasched.resource.broker.AccessList;
import io.metasched.resource.broker.AgentOffer;
import io.metasched.resource.broker.CommitAnswer;
import io.metasched.resource.broker.HeldTask;
import io.metasched.resource.broker.HoldAnswer;
import io.metasched.resource.broker.NodeDemand;
import io.metasched.resource.broker.OfferBatch;
import io.metasched.resource.broker.RefusedTask;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.TaskRefusal;
import io.metasched.resource.broker.TaskVersion;
import io.metasched.resource.model.Span;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Negotiation of a broker with agents that answer, refuse, do not answer or are lost. */
final class BrokerCoreTest {
  private static final OfferBatch NOTHING = new OfferBatch(List.of(), List.of());

  private final BrokerCore broker = new BrokerCore(new BrokerRules(10, 1, 9, 1, 1));

  private void join(int... agents) {
    Arrays.stream(agents).forEach(broker::joined);
  }

  private static Task task(long id) {
    return Task.of(id, new Span(10, 20), 5);
  }

  private void submit(long... ids) {
    var tasks = LongStream.of(ids).mapToObj(BrokerCoreTest::task).toList();
    assertThat(broker.submit(tasks)).isEmpty();
  }

  private static OfferBatch offers(AgentOffer... offers) {
    return new OfferBatch(List.of(offers), List.of());
  }

  private static OfferBatch refusal(long task, TaskRefusal reason) {
    return new OfferBatch(List.of(), List.of(new RefusedTask(task, reason)));
  }

  private static HeldTask held(long task) {
    return new HeldTask(task, 1, 30, 100 + task);
  }

  private static HoldAnswer holds(Long... tasks) {
    return new HoldAnswer(Arrays.stream(tasks).map(BrokerCoreTest::held).toList(), List.of());
  }

  private static TaskVersion version(long task) {
    return held(task).identity();
  }

  private static CommitAnswer commits(Long... tasks) {
    return new CommitAnswer(List.of(tasks), List.of());
  }

  private void place(int agent, long task) {
    submit(task);
    broker.next();
    for (int other : broker.awaited()) {
      long round = broker.rounds();
      broker.offered(other, round, other == agent ? offers(new AgentOffer(task, 1, 30)) : NOTHING);
    }
    broker.held(agent, broker.rounds(), holds(task));
    broker.committed(agent, broker.rounds(), commits(task));
    broker.next();
    assertThat(broker.placed()).containsKey(task);
    broker.outcomes();
  }

  @Test
  void eachTaskTakesTheOfferOfLeastLoadThenOfFewerReservationsThenOfTheLeastId() {
    join(1, 2);
    submit(7, 8, 9);
    broker.next();

    broker.offered(
        2, 1, offers(new AgentOffer(7, 1, 30), new AgentOffer(8, 1, 40), new AgentOffer(9, 1, 50)));
    assertThat(broker.next()).isEmpty(); // waits until all agents have answered
    broker.offered(
        1, 1, offers(new AgentOffer(7, 1, 31), new AgentOffer(8, 1, 40), new AgentOffer(9, 1, 50)));

    assertThat(broker.next())
        .containsExactly(
            new NegotiationCommand.Hold(
                1, 1, List.of(8L, 9L)), // agent 2 has task 7; then, each agent has one task
            new NegotiationCommand.Hold(2, 1, List.of(7L)));
  }

  @Test
  void holdsAreCommittedAndReported() {
    join(1);
    submit(7);
    assertThat(broker.next()).containsExactly(new NegotiationCommand.Offer(1, 1, List.of(task(7))));
    broker.offered(1, 1, offers(new AgentOffer(7, 1, 30)));
    broker.next();
    broker.held(1, 1, holds(7L));

    assertThat(broker.next())
        .containsExactly(new NegotiationCommand.Commit(1, 1, List.of(version(7))));
    broker.committed(1, 1, commits(7L));

    var placement = new TaskPlacement(task(7), 1, 1, 30, 107);
    assertThat(broker.outcomes()).containsExactly(new TaskOutcome.Placed(placement));
    assertThat(broker.reservations()).containsEntry(1, 1);
  }

  @Test
  void withoutAgentsATaskIsGivenUp() {
    submit(7);

    assertThat(broker.outcomes()).containsExactly(new Unplaced(7, TaskRefusal.NO_AGENT));
    assertThat(broker.waiting()).isEmpty();
  }

  @Test
  void aTaskIsGivenUpForTheReasonThatIsNearestToAReservation() {
    join(1, 2);
    submit(7);

    broker.offered(1, 1, refusal(7, TaskRefusal.TASKS));
    broker.offered(2, 1, refusal(7, TaskRefusal.LOAD));

    assertThat(broker.outcomes()).containsExactly(new Unplaced(7, TaskRefusal.TASKS));
  }

  @Test
  void theRestIsTriedAgainAsLongAsSomeTaskIsPlaced() {
    join(1);
    submit(7, 8);
    broker.offered(1, 1, offers(new AgentOffer(7, 1, 30)));
    broker.held(1, 1, holds(7L));
    broker.next();
    broker.committed(1, 1, commits(7L));

    assertThat(broker.next()).containsExactly(new NegotiationCommand.Offer(1, 2, List.of(task(8))));
  }

  @Test
  void aTaskThatArrivesMeanwhileWaitsForTheNextRound() {
    join(1);
    submit(7);
    broker.next();
    submit(8);
    assertThat(broker.next()).isEmpty();

    broker.offered(1, 1, NOTHING);

    assertThat(broker.next()).containsExactly(new NegotiationCommand.Offer(1, 2, List.of(task(8))));
  }

  @Test
  void anIdThatWaitsOrIsPlacedIsRefused() {
    join(1);
    place(1, 7);
    submit(8);

    assertThat(broker.submit(List.of(task(7), task(8))))
        .containsExactly(
            new RefusedTask(7, TaskRefusal.DUPLICATE), new RefusedTask(8, TaskRefusal.DUPLICATE));
  }

  @Test
  void aSilentAgentIsLeftOutAndWhatItHoldsTooLateIsGivenUp() {
    join(1, 2);
    submit(7);
    broker.offered(1, 1, offers(new AgentOffer(7, 1, 30)));
    broker.excludeSilent();
    assertThat(broker.awaited()).containsExactly(1);
    broker.excludeSilent();
    broker.next();
    assertThat(broker.outcomes()).containsExactly(new Unplaced(7, TaskRefusal.NO_AGENT));

    broker.held(1, 1, holds(7L));

    assertThat(broker.next())
        .containsExactly(new NegotiationCommand.Release(1, List.of(version(7))));
  }

  @Test
  void aCommitIsWaitedForUntilTheAgentIsLost() {
    join(1, 2);
    submit(7);
    broker.offered(1, 1, offers(new AgentOffer(7, 1, 30)));
    broker.offered(2, 1, NOTHING);
    broker.held(1, 1, holds(7L));
    broker.next();
    broker.excludeSilent();
    assertThat(broker.mayExclude()).isFalse();
    assertThat(broker.awaited()).containsExactly(1);

    broker.lost(1, 0);

    assertThat(broker.waiting()).isEmpty();
    assertThat(broker.outcomes()).containsExactly(new Unplaced(7, TaskRefusal.NO_AGENT));
    broker.joined(1);
    assertThat(broker.next())
        .containsExactly(new NegotiationCommand.Release(1, List.of(version(7))));
  }

  @Test
  void theTasksOfALostAgentAreOfferedElsewhereUnlessTheyHaveEnded() {
    join(1, 2);
    place(1, 7);
    broker.lost(1, 19);
    assertThat(broker.next()).containsExactly(new NegotiationCommand.Offer(2, 2, List.of(task(7))));

    broker.offered(2, 2, NOTHING);
    place(2, 8);
    broker.lost(2, 20);

    assertThat(broker.next()).isEmpty();
    assertThat(broker.placed()).containsOnlyKeys(8L);
  }

  @Test
  void anAgentThatComesBackGivesUpWhatItHadUntilItSaysSo() {
    join(1);
    place(1, 7);
    broker.lost(1, 0);
    broker.joined(1);
    assertThat(broker.next())
        .containsExactly(new NegotiationCommand.Release(1, List.of(version(7))));
    broker.joined(1);
    assertThat(broker.next()).hasSize(1); // not reported as placed

    broker.released(1, List.of(version(7)));

    broker.joined(1);
    assertThat(broker.next()).isEmpty();
  }

  @Test
  void aBrokerThatBeginsAgainCommitsFirstWhatItMayHaveCommitted() {
    join(1);
    submit(7, 8);
    broker.offered(1, 1, offers(new AgentOffer(7, 1, 30)));
    broker.held(1, 1, holds(7L));
    var again = new BrokerCore(new BrokerRules(10, 1, 9, 1, 1));

    again.restore(broker.state());

    assertThat(again.state()).isEqualTo(broker.state());
    assertThat(again.next())
        .containsExactly(new NegotiationCommand.Commit(1, 1, List.of(version(7))));
    again.committed(1, 1, commits(7L));
    assertThat(again.next()).containsExactly(new NegotiationCommand.Offer(1, 2, List.of(task(8))));
  }

  @Test
  void aTaskIsCancelledByThoseWhoMay() {
    join(1);
    place(1, 7);
    var access = new AccessList("ann", List.of("bob"), List.of());
    broker.submit(List.of(new Task(8, new Span(10, 20), 5, NodeDemand.NONE, access)));
    broker.next();

    broker.cancel("bob", 7);
    broker.cancel("joe", 9);
    broker.cancel("bob", 8); // the task waits for its round
    assertThat(broker.next()).containsExactly(new NegotiationCommand.Cancel(1, "bob", 7));
    broker.cancelled(1, 7, Optional.empty());
    broker.offered(1, 2, offers(new AgentOffer(8, 1, 30)));
    broker.held(1, 2, holds(8L));
    broker.committed(1, 2, commits(8L));

    assertThat(broker.outcomes())
        .filteredOn(Cancelled.class::isInstance)
        .containsExactly(
            new Cancelled(9, Optional.of(TaskRefusal.UNKNOWN_OFFER)),
            new Cancelled(7, Optional.empty()),
            new Cancelled(8, Optional.of(TaskRefusal.NOT_ALLOWED)));
    assertThat(broker.placed()).containsOnlyKeys(8L);
  }

  @Test
  void aTaskThatALostAgentWasToCancelIsCancelledWhateverBecameOfIt() {
    join(1);
    place(1, 7);
    broker.cancel("bob", 7);
    broker.next();

    broker.lost(1, 20); // after its end

    assertThat(broker.outcomes()).containsExactly(new Cancelled(7, Optional.empty()));
    assertThat(broker.placed()).isEmpty();
    broker.joined(1);
    assertThat(broker.next())
        .containsExactly(new NegotiationCommand.Release(1, List.of(version(7))));
  }
}
