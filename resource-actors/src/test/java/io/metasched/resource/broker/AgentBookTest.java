package io.metasched.resource.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.resource.model.Span;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Offers, holds, commits and cancellations of an agent's book. */
final class AgentBookTest {
  private static final int BROKER = 1;
  private static final long LATER = 1_000_000;
  private static final TableLimits LIMITS = new TableLimits(85, 3);

  private final AgentBook book = new AgentBook(List.of(node(2), node(1)), LIMITS);
  private long round;

  private static AgentNode node(int id) {
    return new AgentNode(id, "station" + id, "Rudolf Cluster", "farm", 10 * id, 100, 90);
  }

  private static Task task(long id, long start, long end, int load) {
    return Task.of(id, new Span(start, end), load);
  }

  private OfferBatch offer(Task... tasks) {
    return book.offer(BROKER, ++round, List.of(tasks), 0, LATER);
  }

  private HeldTask hold(Task task) {
    offer(task);
    return book.hold(BROKER, round, List.of(task.id()), 0, LATER).held().get(0);
  }

  private void reserve(Task task) {
    assertThat(book.commit(List.of(hold(task).identity()), 0).refused()).isEmpty();
  }

  private TaskRefusal refusal(Task task) {
    return offer(task).refused().get(0).reason();
  }

  @Test
  void theTasksOfABatchSeeEachOtherAndNothingIsReservedYet() {
    var batch =
        offer(task(1, 0, 10, 40), task(2, 0, 10, 30), task(3, 5, 8, 30), task(4, 9, 20, 30));

    assertThat(batch.offers())
        .containsExactly(
            new AgentOffer(1, 1, 40),
            new AgentOffer(2, 2, 30),
            new AgentOffer(3, 2, 60),
            new AgentOffer(4, 2, 60));
    assertThat(book.reservations()).isEmpty();
    assertThat(offer(task(5, 0, 10, 85)).offers()).containsExactly(new AgentOffer(5, 1, 85));
  }

  @Test
  void aTaskIsRefusedForTheReasonThatIsNearestToAReservation() {
    var large = new Task(1, new Span(0, 10), 5, new NodeDemand(21, 0), AccessList.OPEN);
    assertThat(refusal(large)).isEqualTo(TaskRefusal.NO_NODE);
    assertThat(refusal(task(1, 0, 10, 86))).isEqualTo(TaskRefusal.LOAD);

    for (int id = 0; id < 6; id++) {
      reserve(task(id, 0, 10, 20));
    }
    assertThat(refusal(task(9, 9, 10, 26))).isEqualTo(TaskRefusal.LOAD);
    assertThat(refusal(task(9, 9, 10, 25))).isEqualTo(TaskRefusal.TASKS);
  }

  @Test
  void aNodeTakesNoMoreThanTheMostTasksAtOneInstant() {
    for (int id = 0; id < 6; id++) {
      reserve(task(id, 0, 10, 1));
    }

    assertThat(refusal(task(9, 9, 20, 1))).isEqualTo(TaskRefusal.TASKS);
    assertThat(offer(task(9, 10, 20, 1)).offers()).containsExactly(new AgentOffer(9, 1, 1));
  }

  @Test
  void aTaskThatBeginsInThePastIsRefused() {
    var past = book.offer(BROKER, 1, List.of(task(1, 4, 10, 5)), 5, LATER);

    assertThat(past.refused()).containsExactly(new RefusedTask(1, TaskRefusal.INTERVAL));
  }

  @Test
  void anIdThatIsReservedOrComesTwiceIsRefused() {
    reserve(task(1, 0, 10, 5));

    var batch = offer(task(1, 50, 60, 5), task(2, 0, 10, 5), task(2, 20, 30, 5));

    assertThat(batch.offers()).extracting(AgentOffer::task).containsExactly(2L);
    assertThat(batch.refused())
        .containsExactly(
            new RefusedTask(1, TaskRefusal.DUPLICATE), new RefusedTask(2, TaskRefusal.DUPLICATE));
  }

  @Test
  void twoBrokersNeverTakeTheSameCapacity() {
    var one = new AgentBook(List.of(node(1)), LIMITS);
    one.offer(1, 1, List.of(task(1, 0, 10, 50)), 0, LATER);
    one.offer(2, 1, List.of(task(2, 5, 15, 50)), 0, LATER);

    assertThat(one.hold(2, 1, List.of(2L), 0, LATER).held())
        .containsExactly(new HeldTask(2, 1, 50, 1));

    assertThat(one.hold(1, 1, List.of(1L), 0, LATER).refused())
        .containsExactly(new RefusedTask(1, TaskRefusal.LOAD));
  }

  @Test
  void anOfferThatIsUnknownLapsedOrReplacedCannotBeAccepted() {
    book.offer(BROKER, 5, List.of(task(1, 50, 60, 5)), 0, 10);

    assertThat(reasonOf(2, 5, 1, 9)).isEqualTo(TaskRefusal.UNKNOWN_OFFER);
    assertThat(reasonOf(BROKER, 5, 7, 9)).isEqualTo(TaskRefusal.UNKNOWN_OFFER);
    assertThat(reasonOf(BROKER, 6, 1, 9)).isEqualTo(TaskRefusal.UNKNOWN_OFFER);
    assertThat(reasonOf(BROKER, 4, 1, 9)).isEqualTo(TaskRefusal.EXPIRED);
    assertThat(reasonOf(BROKER, 5, 1, 10)).isEqualTo(TaskRefusal.EXPIRED);
    assertThat(book.reservations()).isEmpty();
  }

  private TaskRefusal reasonOf(int broker, long ofRound, long task, long now) {
    return book.hold(broker, ofRound, List.of(task), now, LATER).refused().get(0).reason();
  }

  @Test
  void aHoldLapsesAndALateCommitDoesNotMeetTheNextHoldOfItsTask() {
    offer(task(1, 50, 60, 80));
    var first = book.hold(BROKER, round, List.of(1L), 0, 10).held().get(0);
    book.offer(BROKER, ++round, List.of(task(1, 50, 60, 80)), 10, LATER);
    var second = book.hold(BROKER, round, List.of(1L), 10, 20).held().get(0);

    var late = book.commit(List.of(first.identity(), new TaskVersion(1, 99)), 11);

    assertThat(late.refused())
        .containsExactly(
            new RefusedTask(1, TaskRefusal.EXPIRED), new RefusedTask(1, TaskRefusal.UNKNOWN_OFFER));
    assertThat(book.commit(List.of(second.identity()), 19).committed()).containsExactly(1L);
    assertThat(book.commit(List.of(second.identity()), 99).committed()).containsExactly(1L);
    assertThat(book.figures().committed()).isOne();
  }

  @Test
  void releasedTasksAreFree() {
    var held = hold(task(1, 0, 10, 85));
    book.release(List.of(new TaskVersion(1, held.version() + 1)), 0); // another hold
    assertThat(book.figures().held()).isOne();

    book.release(List.of(held.identity()), 0);

    assertThat(book.figures().nodes().get(0).intervals())
        .containsExactly(new LoadInterval(0, LoadInterval.INFINITE, 0, 0));
  }

  @Test
  void onlyThoseOnTheAccessListSeeAndCancelATask() {
    var access = new AccessList("ann", List.of("bob"), List.of("eve"));
    reserve(new Task(1, new Span(10, 20), 5, NodeDemand.NONE, access));

    assertThat(book.visibleTo("ann", 0, 9)).hasSize(1);
    assertThat(book.visibleTo("bob", 0, 9)).hasSize(1);
    assertThat(book.visibleTo("joe", 0, 9)).isEmpty();
    assertThat(book.cancel("joe", 1, 0)).contains(TaskRefusal.UNKNOWN_OFFER);
    assertThat(book.cancel("bob", 1, 0)).contains(TaskRefusal.NOT_ALLOWED);
    assertThat(book.cancel("eve", 1, 10)).contains(TaskRefusal.INTERVAL);
    assertThat(book.cancel("eve", 1, 9)).isEmpty();
    assertThat(book.cancel("ann", 1, 9)).contains(TaskRefusal.UNKNOWN_OFFER);
    assertThat(book.reservations()).isEmpty();
  }

  @Test
  void theFiguresAreThoseOfThePaper() {
    reserve(task(1, 10, 30, 40));
    reserve(task(2, 0, 99, 50)); // on the other node
    reserve(task(3, 20, 40, 20));
    hold(task(4, 0, 99, 20));

    var figures = book.figures();

    assertThat(figures.committed()).isEqualTo(3);
    assertThat(figures.held()).isOne();
    assertThat(figures.nodes().get(0))
        .isEqualTo(
            new NodeFigures(
                1,
                2,
                24,
                List.of(
                    new LoadInterval(0, 10, 0, 0),
                    new LoadInterval(10, 20, 40, 1),
                    new LoadInterval(20, 30, 60, 2),
                    new LoadInterval(30, 40, 20, 1),
                    new LoadInterval(40, LoadInterval.INFINITE, 0, 0))));
    assertThat(figures.nodes().get(1).averageLoad()).isEqualTo(35); // holds count as load
  }

  @Test
  void manyTasksAreReservedWithinTheLimits() {
    int tasks = 20_000;
    var batch =
        LongStream.range(0, tasks)
            .mapToObj(id -> Task.of(id, Span.of(id * 7919 % tasks, 1 + id % 50), 1 + (int) id % 3))
            .toList();
    var offered = book.offer(BROKER, 1, batch, 0, LATER);
    var accepted = offered.offers().stream().map(AgentOffer::task).toList();

    var held = book.hold(BROKER, 1, accepted, 0, LATER);
    book.commit(held.held().stream().map(HeldTask::identity).toList(), 0);

    assertThat(held.refused()).isEmpty(); // all offers to one batch fit together
    assertThat(book.figures().committed()).isEqualTo(accepted.size()).isGreaterThan(tasks / 10);
    for (var node : book.figures().nodes()) {
      assertThat(node.intervals()).allMatch(each -> each.load() <= 85 && each.tasks() <= 3);
    }
  }

  @Test
  void nodesOfOneIdAreRefused() {
    assertThatThrownBy(() -> new AgentBook(List.of(node(1), node(1)), LIMITS))
        .hasMessage("two nodes have the id 1");
  }
}
