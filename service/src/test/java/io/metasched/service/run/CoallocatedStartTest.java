package io.metasched.service.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.run.CoallocatedStart.Decision;
import io.metasched.service.run.CoallocatedStart.Order;
import io.metasched.service.run.CoallocatedStart.PartOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class CoallocatedStartTest {
  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  private static final Duration TOLERANCE = Duration.ofSeconds(5);
  private static final RunId FIRST = new RunId("a", 1, 0);
  private static final RunId SECOND = new RunId("a", 1, 1);

  private final CoallocatedStart start =
      new CoallocatedStart(List.of(FIRST, SECOND), NOON, TOLERANCE);

  @Test
  void nothingStartsUntilAllAreReady() {
    start.hear(new RunFact.Ready(FIRST), NOON);
    assertThat(start.orders()).containsExactly(new PartOrder(Order.PREPARE, SECOND));

    start.hear(new RunFact.Ready(SECOND), NOON.plus(TOLERANCE));

    assertThat(start.orders())
        .containsExactly(new PartOrder(Order.START, FIRST), new PartOrder(Order.START, SECOND));
  }

  @Test
  void noneStartsWhenOneIsNotReadyInTime() {
    start.hear(new RunFact.Ready(FIRST), NOON);

    start.hear(new RunFact.Ready(SECOND), NOON.plus(TOLERANCE).plusMillis(1));

    assertThat(start.decision()).isEqualTo(Decision.NONE);
    assertThat(start.orders())
        .containsExactly(new PartOrder(Order.CANCEL, FIRST), new PartOrder(Order.CANCEL, SECOND));
  }

  @Test
  void whatIsMissingIsNamed() {
    start.hear(new RunFact.Ready(FIRST), NOON);

    start.pass(NOON.plus(TOLERANCE).plusMillis(1));

    assertThat(start.reason()).contains("not ready by 2026-12-01T12:00:05Z: a.1.1");
  }

  @Test
  void allAreEndedWhenOneIsRefusedAtItsStart() {
    start.hear(new RunFact.Ready(FIRST), NOON);
    start.hear(new RunFact.Ready(SECOND), NOON);
    start.hear(new RunFact.Started(FIRST, NOON), NOON);

    start.hear(new RunFact.Refused(SECOND, "disk full"), NOON);

    assertThat(start.orders()).containsExactly(new PartOrder(Order.CANCEL, FIRST));
    assertThat(start.reason()).contains("a.1.1 was refused: disk full");
  }

  @Test
  void aPartThatEndsEarlyLetsTheOthersGoOn() {
    start.hear(new RunFact.Ready(FIRST), NOON);
    start.hear(new RunFact.Ready(SECOND), NOON);

    start.hear(new RunFact.Ended(FIRST, 0, EndCause.EXITED, NOON), NOON);

    assertThat(start.decision()).isEqualTo(Decision.GO);
    assertThat(start.orders()).containsExactly(new PartOrder(Order.START, SECOND));
  }

  /** A machine that gets orders late, twice or never, and whose facts fare no better. */
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
          if (refuses) {
            over = true;
          } else {
            started = true;
          }
        }
        case CANCEL -> over = true;
      }
    }

    List<RunFact> facts(Instant now) {
      var facts = new ArrayList<RunFact>();
      if (ready) {
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
    for (long seed = Long.getLong("tests.seed", 1) * 10_000, end = seed + 2000;
        seed < end;
        seed++) {
      if (allOrNone(new Random(seed)) == Decision.GO) {
        together++;
      } else {
        gone++;
      }
    }

    assertThat(together).isGreaterThan(100);
    assertThat(gone).isGreaterThan(100);
  }

  private static Decision allOrNone(Random random) {
    int count = 1 + random.nextInt(5);
    double loss = random.nextDouble() * 0.98;
    double refusals = random.nextInt(3) == 0 ? 0.2 : 0;
    var machines =
        IntStream.range(0, count)
            .mapToObj(part -> new RunId("a", 1, part))
            .map(id -> new Machine(id, random.nextDouble() < refusals))
            .toList();
    var start =
        new CoallocatedStart(machines.stream().map(each -> each.id).toList(), NOON, TOLERANCE);
    var now = NOON.minusSeconds(random.nextInt(10));
    for (int step = 0; step < 3000 && !isSettled(start, machines); step++) {
      now = now.plusMillis(random.nextInt(200));
      start.pass(now);
      for (var order : start.orders()) {
        if (order.order() == Order.START) {
          assertThat(machines).as("all are ready before one is to start").allMatch(m -> m.ready);
        }
        if (random.nextDouble() >= loss) {
          machines.get(order.id().part()).take(order.order());
        }
      }
      for (var machine : machines) {
        for (var fact : machine.facts(now)) {
          if (random.nextDouble() >= loss) {
            start.hear(fact, now);
          }
        }
      }
    }
    boolean go = start.decision() == Decision.GO;
    assertThat(machines)
        .as("all run, or none does")
        .allMatch(machine -> go ? machine.started && !machine.over : machine.over);
    return start.decision();
  }

  private static boolean isSettled(CoallocatedStart start, List<Machine> machines) {
    return switch (start.decision()) {
      case OPEN -> false;
      case GO -> machines.stream().allMatch(machine -> machine.started && !machine.over);
      case NONE -> start.isOver();
    };
  }
}
