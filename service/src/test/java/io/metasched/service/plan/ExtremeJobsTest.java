package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.service.book.AccountSums;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.JobState;
import io.metasched.service.book.Money;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.Recorded;
import io.metasched.service.book.WeekTimes;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs, prices and nodes at the admitted bounds, which cycles must process without overflow. */
final class ExtremeJobsTest {
  private static final int ROUNDS = 60;
  private static final long MOST_VOLUME = Long.MAX_VALUE / (1 << 20);

  private final RandomGenerator random =
      RandomGeneratorFactory.of("L64X128MixRandom").create(20261126);
  private BookState state = BookState.EMPTY;

  private void write(BookEvent event) {
    state = state.after(new Recorded(state.seq() + 1, SmallBook.NOW, "t", "", event));
  }

  private long any(long... values) {
    return values[random.nextInt(values.length)];
  }

  private Fleet fleet() {
    var nodes = new ArrayList<FleetNode>();
    for (int i = 2 + random.nextInt(4); i > 0; i--) {
      int performance = (int) any(1, 2, 4000, 1_000_000, Integer.MAX_VALUE);
      long price = any(0, 1, 1000, Money.MOST_PRICE_MILLI);
      nodes.add(new FleetNode("d-" + nodes.size(), "d", performance, price, List.of()));
    }
    return new Fleet(nodes);
  }

  private NodePolicy policy(String node) {
    var tariffs = new ArrayList<NodePolicy.Tariff>();
    var sale = new ArrayList<WeekTimes>();
    for (int i = random.nextInt(3); i > 0; i--) {
      tariffs.add(new NodePolicy.Tariff(times(), any(0, 7, Money.MOST_PRICE_MILLI)));
      sale.add(times());
    }
    long lead = random.nextInt(3) == 0 ? any(1, 366L * 86_400_000) : 0;
    long price = any(0, 7, Money.MOST_PRICE_MILLI);
    return new NodePolicy(node, price, tariffs, lead, random.nextInt(9) > 0, sale);
  }

  private WeekTimes times() {
    var days = random.nextBoolean() ? List.<DayOfWeek>of() : List.of(DayOfWeek.MONDAY);
    int from = (int) any(0, 1, 1439);
    return new WeekTimes(days, from, Math.max(from + 1, (int) any(1, 720, 1440)));
  }

  private CycleSettings settings(String policy) {
    var horizon = Duration.ofDays(any(1, 7, 366));
    var granularity = Duration.ofMillis(any(1, 1000, 86_400_000));
    return new CycleSettings(
        Duration.ofSeconds(1),
        Duration.ofSeconds(2),
        horizon,
        granularity,
        50,
        policy,
        new TreeMap<>(),
        1000);
  }

  private JobSpec spec(int nodes) {
    var work =
        random.nextBoolean()
            ? "'volume':" + any(1, 4000, 1L << 40, MOST_VOLUME)
            : "'duration':'" + Duration.ofMillis(any(1, 60_000, 366L * 86_400_000)) + "'";
    var amount = Money.format(any(0, 1, 1_000_000, Money.MOST_MILLI));
    var budget =
        switch (random.nextInt(3)) {
          case 0 -> "";
          case 1 -> ",'budget':{'total':'%s'}".formatted(amount);
          default -> ",'budget':{'pricePerSlot':'%s'}".formatted(amount);
        };
    var criterion = List.of("start", "finish", "cost", "runtime").get(random.nextInt(4));
    return SmallBook.spec(
        "{'work':{%s},'nodes':%d,'criterion':'%s'%s}".formatted(work, nodes, criterion, budget));
  }

  @ParameterizedTest
  @ValueSource(strings = {"css", "batch-slicer", "bsf", "backfilling"})
  void noCycleFails(String policy) {
    int booked = 0;
    for (int round = 0; round < ROUNDS; round++) {
      state = BookState.EMPTY;
      write(new BookEvent.Founded(SmallBook.NOW));
      write(new BookEvent.AccountOpened("a", 0));
      write(
          new BookEvent.Deposited("a", any(1, 1_000_000, Money.MOST_MILLI), Optional.empty(), ""));
      var fleet = fleet();
      var settings = settings(policy);
      for (var node : fleet.nodes()) {
        if (random.nextInt(3) == 0) {
          write(new BookEvent.PolicySet(policy(node.name())));
        }
      }
      var admission = JobAdmission.of(state, fleet, settings);
      for (int i = 0; i < 12; i++) {
        var spec = spec(1 + random.nextInt(fleet.nodes().size()));
        var id = "j" + i;
        var unused = admission.refusal(state, spec, Money.MOST_MILLI, SmallBook.NOW);
        long number = state.nextNumber();
        write(new BookEvent.JobSubmitted(id, number, "u", spec, Optional.empty(), ""));
      }
      for (var node : fleet.numbered()) {
        assertThat(NodeOffers.of(state, fleet, List.of(node.id()))).isNotNull();
      }
      booked += cycle(fleet, settings);
      assertThat(AccountSums.of(state)).isZero();
    }
    assertThat(booked).isGreaterThan(ROUNDS);
  }

  private int cycle(Fleet fleet, CycleSettings settings) {
    var begun = new BookEvent.CycleBegun(0, 0, state.seq());
    write(begun);
    var cycles = new CycleByBook(state, fleet, settings);
    assertThat(cycles.culprit(begun)).isEmpty();
    var plan = cycles.plan(cycles.cycle(begun));
    CycleOutcome.of(state, fleet, settings, begun, plan, 0, 0).forEach(this::write);
    int booked = 0;
    for (var job : state.jobs().values()) {
      booked += job.state() == JobState.BOOKED ? 1 : 0;
    }
    return booked;
  }

  @Test
  void aJobWithWhichNothingCanBePlannedIsFoundAndPassedOver() {
    var book = new SmallBook();
    for (int i = 0; i < 9; i++) {
      var spec = SmallBook.spec("{'work':{'duration':'PT1M'}}");
      book.submit("j" + i, i == 5 ? spec.withDeadline(Optional.of(Instant.MAX)) : spec);
    }
    var begun = new BookEvent.CycleBegun(0, 0, 0);
    var culprit = new CycleByBook(book.state(), book.fleet, book.settings).culprit(begun);

    assertThat(culprit.orElseThrow().job().id()).isEqualTo("j5");
    assertThat(culprit.get().error()).isInstanceOf(ArithmeticException.class);
    book.write(new BookEvent.JobSetAside("j5", "an error"));
    var cycles = new CycleByBook(book.state(), book.fleet, book.settings);
    assertThat(cycles.culprit(begun)).isEmpty();
    assertThat(cycles.plan(cycles.cycle(begun)))
        .filteredOn(event -> event instanceof FlowEvent.Booked)
        .hasSize(8);
    var job = book.state().job("j5").orElseThrow();
    assertThat(job.reason().code()).isEqualTo("cannot-be-planned");
    book.write(new BookEvent.JobChanged("j5", job.number(), job.spec()));
    assertThat(book.state().job("j5").orElseThrow().reason().code()).isEqualTo("none");
  }

  /**
   * Checks a job whose cost on the slow node overflows, and whose length on this node exceeds every
   * horizon.
   */
  @Test
  void aLargeJobRunsOnTheNodeThatIsQuickEnough() {
    var fleet =
        new Fleet(
            List.of(
                new FleetNode("d-0", "d", 1, Money.MOST_PRICE_MILLI, List.of()),
                new FleetNode("d-1", "d", 1_000_000, 1, List.of())));
    var settings = new SmallBook().settings;
    write(new BookEvent.Founded(SmallBook.NOW));
    write(new BookEvent.AccountOpened("a", 0));
    write(new BookEvent.Deposited("a", Money.MOST_MILLI, Optional.empty(), ""));
    var spec = SmallBook.spec("{'work':{'volume':%d}}".formatted(1L << 42));
    assertThat(
            JobAdmission.of(state, fleet, settings)
                .refusal(state, spec, Money.MOST_MILLI, SmallBook.NOW))
        .isEmpty();
    write(new BookEvent.JobSubmitted("j", 0, "u", spec, Optional.empty(), ""));

    assertThat(cycle(fleet, settings)).isOne();
    assertThat(state.job("j").orElseThrow().nodes()).containsExactly("d-1");
  }
}
