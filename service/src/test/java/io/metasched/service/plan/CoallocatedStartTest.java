package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.DrainMode;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.plan.CoallocatedStart.Attempt;
import io.metasched.service.plan.CoallocatedStart.Decision;
import io.metasched.service.plan.CoallocatedStart.Order;
import io.metasched.service.plan.CoallocatedStart.Orders;
import io.metasched.service.plan.CoallocatedStart.PartOrder;
import io.metasched.service.run.EndCause;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Start of a job whose parts are booked for ten minutes and start in five minutes. */
final class CoallocatedStartTest {
  private static final CoallocatedStart.Times TIMES =
      new CoallocatedStart.Times(Duration.ofSeconds(10), Duration.ofSeconds(5));
  private static final Instant START = SmallBook.NOW.plus(Duration.ofMinutes(5));

  private final SmallBook book = new SmallBook();
  private final TreeSet<Integer> prepared = new TreeSet<>();
  private final TreeSet<Integer> ready = new TreeSet<>();
  private final TreeSet<Integer> over = new TreeSet<>();

  private void book(int parts) {
    book.submit("j", SmallBook.spec("{'nodes':%d,'work':{'duration':'PT10M'}}".formatted(parts)));
    var span = Span.of(Duration.ofMinutes(5).toMillis(), Duration.ofMinutes(10).toMillis());
    var all = IntStream.range(0, parts).mapToObj(node -> new Part(node, span, 0, 1, 0)).toList();
    var nodes = IntStream.range(0, parts).mapToObj(node -> "d-" + node).toList();
    book.write(new BookEvent.JobBooked("j", 0, 0, new Window(all), nodes, false));
  }

  private JobRecord job() {
    return book.state().job("j").orElseThrow();
  }

  private Orders orders(Instant now) {
    var attempt = new Attempt("j", 1, prepared, ready, over);
    var orders = CoallocatedStart.orders(book.state(), attempt, TIMES, now.toEpochMilli());
    for (var order : orders.parts()) {
      if (order.order() == Order.PREPARE) {
        prepared.add(order.part());
      }
    }
    if (orders.decision() == Decision.START_ALL) {
      RunDecisions.starting(book.state(), "j", 1).events().forEach(book::write);
    } else if (orders.decision() == Decision.START_NONE) {
      RunDecisions.notReady(book.state(), "j", 1, List.of(), "some").events().forEach(book::write);
    }
    return orders;
  }

  private void report(RunFact fact) {
    if (fact instanceof RunFact.Ready) {
      ready.add(fact.id().part());
    } else {
      RunDecisions.apply(book.state(), fact).events().forEach(book::write);
    }
    if (fact.isFinal()) {
      over.add(fact.id().part());
    }
  }

  private static RunId run(int part) {
    return new RunId("j", 1, part);
  }

  private static PartOrder order(Order order, int part) {
    return new PartOrder(order, part, "");
  }

  @Test
  void partsArePreparedShortlyBeforeTheStart() {
    book(2);

    var early = orders(START.minusSeconds(11));
    assertThat(early.parts()).isEmpty();
    assertThat(early.lookAgainMillis()).hasValue(START.minusSeconds(10).toEpochMilli());
    assertThat(orders(START.minusSeconds(10)).parts())
        .containsExactly(order(Order.PREPARE, 0), order(Order.PREPARE, 1));
    assertThat(orders(START.minusSeconds(10)).lookAgainMillis())
        .hasValue(START.minusSeconds(8).toEpochMilli());
  }

  @Test
  void nothingStartsUntilAllAreReady() {
    book(2);
    report(new RunFact.Ready(run(0)));
    assertThat(orders(START).parts()).containsExactly(order(Order.PREPARE, 1));

    report(new RunFact.Ready(run(1)));

    var all = orders(START.plusSeconds(5));
    assertThat(all.decision()).isEqualTo(Decision.START_ALL);
    assertThat(all.lookAgainMillis()).hasValue(START.plusSeconds(7).toEpochMilli());
    var started = orders(START.plusSeconds(5));
    assertThat(started.parts()).containsExactly(order(Order.START, 0), order(Order.START, 1));
    assertThat(started.lookAgainMillis()).hasValue(START.plusSeconds(7).toEpochMilli());
  }

  @Test
  void noneStartsWhenOneIsNotReadyInTime() {
    book(2);
    orders(START);
    report(new RunFact.Ready(run(0)));

    var last = orders(START.plusSeconds(5));
    assertThat(last.decision()).isEqualTo(Decision.NONE);
    assertThat(last.lookAgainMillis()).hasValue(START.plusMillis(5001).toEpochMilli());
    var none = orders(START.plusMillis(5001));
    assertThat(none.decision()).isEqualTo(Decision.START_NONE);
    assertThat(none.lookAgainMillis()).hasValue(START.plusMillis(7001).toEpochMilli());

    assertThat(job().state()).isEqualTo(JobState.WAITING);
    var over = orders(START.plusMillis(5002));
    assertThat(over.lookAgainMillis()).hasValue(START.plusMillis(7002).toEpochMilli());
    assertThat(over.parts())
        .containsExactly(
            new PartOrder(Order.CANCEL, 0, "the job is over"),
            new PartOrder(Order.CANCEL, 1, "the job is over"));
  }

  @Test
  void allAreEndedWhenOneIsRefusedAtItsStart() {
    book(2);
    report(new RunFact.Ready(run(0)));
    report(new RunFact.Ready(run(1)));
    orders(START);
    report(new RunFact.Started(run(0), START));

    report(new RunFact.Refused(run(1), "disk full"));

    assertThat(orders(START).parts())
        .containsExactly(new PartOrder(Order.CANCEL, 0, "another part cannot run"));
  }

  @Test
  void aPartThatEndsEarlyLetsTheOthersGoOn() {
    book(2);
    report(new RunFact.Ready(run(0)));
    report(new RunFact.Ready(run(1)));
    orders(START);

    report(new RunFact.Ended(run(0), 0, EndCause.EXITED, START));

    assertThat(orders(START).parts()).containsExactly(order(Order.START, 1));
  }

  @Test
  void allAreEndedWhenOneOfTheirNodesIsDrainedNow() {
    book(2);
    report(new RunFact.Ready(run(0)));
    report(new RunFact.Ready(run(1)));
    orders(START);

    book.write(new BookEvent.NodeDrained("d-1", DrainMode.NOW, "repair"));

    var why = "a node of the job is drained";
    assertThat(orders(START).parts())
        .containsExactly(new PartOrder(Order.CANCEL, 0, why), new PartOrder(Order.CANCEL, 1, why));
  }

  @Test
  void theOthersGoOnWhereANodeIsDrainedOnWhichNothingRunsOrThatSellsNothing() {
    book(2);
    report(new RunFact.Ready(run(0)));
    report(new RunFact.Ready(run(1)));
    orders(START);
    report(new RunFact.Ended(run(0), 0, EndCause.EXITED, START));

    book.write(new BookEvent.NodeDrained("d-0", DrainMode.NOW, "repair"));
    book.write(new BookEvent.NodeDrained("d-1", DrainMode.SELL_NOTHING, "repair"));

    assertThat(orders(START).parts()).containsExactly(order(Order.START, 1));
  }

  @Test
  void nothingMoreBecomesOfAnAttemptWhoseMachinesHaveForgottenIt() {
    book(1);
    orders(START);
    report(new RunFact.Ready(run(0)));
    orders(START);
    report(new RunFact.Ended(run(0), 0, EndCause.EXITED, START));

    assertThat(job().state()).isEqualTo(JobState.FINISHED);
    assertThat(orders(START).lookAgainMillis()).isEmpty();
  }

  /** Machine whose orders and facts are delayed, duplicated or lost. */
  private static final class Machine {
    final RunId id;
    final boolean refuses;
    boolean ready;
    boolean started;
    boolean over;

    Machine(RunId id, boolean refuses) {
      this.id = id;
      this.refuses = refuses;
    }

    void take(Order order) {
      if (over) {
        return;
      }
      switch (order) {
        case PREPARE -> ready = true;
        case START -> {
          assertThat(ready).as("a start comes after it was ready").isTrue();
          started = !refuses;
          over = refuses;
        }
        case CANCEL -> over = true;
      }
    }

    List<RunFact> facts(Instant now) {
      var facts = new ArrayList<RunFact>();
      if (ready && !over) {
        facts.add(new RunFact.Ready(id));
      }
      if (started) {
        facts.add(new RunFact.Started(id, now));
      }
      if (over) {
        facts.add(
            started
                ? new RunFact.Ended(id, 143, EndCause.CANCELLED, now)
                : new RunFact.Refused(id, "it was cancelled"));
      }
      return facts;
    }
  }

  @Test
  void allOrNoneWhateverGetsLost() {
    int gone = 0;
    int together = 0;
    for (long seed = Long.getLong("tests.seed", 1) * 10_000, end = seed + 500; seed < end; seed++) {
      if (new CoallocatedStartTest().startsTogether(new Random(seed))) {
        together++;
      } else {
        gone++;
      }
    }

    assertThat(together).isGreaterThan(50);
    assertThat(gone).isGreaterThan(50);
  }

  private boolean startsTogether(Random random) {
    int count = 1 + random.nextInt(3);
    double loss = random.nextDouble() * 0.98;
    double refusals = random.nextInt(3) == 0 ? 0.2 : 0;
    book(count);
    var machines =
        IntStream.range(0, count)
            .mapToObj(part -> new Machine(run(part), random.nextDouble() < refusals))
            .toList();
    var now = START.minusSeconds(random.nextInt(10));
    for (int step = 0; step < 3000 && !isSettled(machines); step++) {
      now = now.plusMillis(random.nextInt(200));
      for (var order : orders(now).parts()) {
        if (order.order() == Order.START) {
          assertThat(machines).as("all are ready before one is to start").allMatch(m -> m.ready);
        }
        if (random.nextDouble() >= loss) {
          machines.get(order.part()).take(order.order());
        }
      }
      for (var machine : machines) {
        for (var fact : machine.facts(now)) {
          if (random.nextDouble() >= loss) {
            report(fact);
          }
        }
      }
    }
    boolean go = isStarted();
    assertThat(machines)
        .as("all run, or none does")
        .allMatch(
            machine -> go ? machine.started && !machine.over : !machine.ready || machine.over);
    return go;
  }

  private boolean isStarted() {
    return job().state() == JobState.STARTING || job().state() == JobState.RUNNING;
  }

  private boolean isSettled(List<Machine> machines) {
    boolean mayStart = isStarted() || (job().attempt() == 1 && job().state() == JobState.BOOKED);
    return mayStart
        ? machines.stream().allMatch(machine -> machine.started && !machine.over)
        : machines.stream().allMatch(machine -> !machine.ready || machine.over);
  }
}
