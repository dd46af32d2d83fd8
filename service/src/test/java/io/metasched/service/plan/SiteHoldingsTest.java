package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.DrainMode;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.JobState;
import io.metasched.service.book.Recorded;
import io.metasched.service.book.SiteSpan;
import io.metasched.service.book.SnapshotRow;
import io.metasched.service.book.SnapshotState;
import io.metasched.service.site.SiteHold;
import io.metasched.service.site.SiteTerms;
import io.metasched.service.site.TakenSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds at sites, and the vacant time that leaves room for them. */
final class SiteHoldingsTest {
  private static final int HORIZON = 600_000; // ticks
  private static final String NODE = "d-0";
  private final Fleet fleet =
      new Fleet(
          List.of(
              new FleetNode(NODE, "d", 1, 10, List.of()),
              new FleetNode("d-1", "d", 1, 10, List.of())));
  private BookState state = BookState.EMPTY;

  private void write(BookEvent event) {
    var at = state.seq() == 0 ? Instant.EPOCH : state.origin();
    state = state.after(new Recorded(state.seq() + 1, at, "t", "", event));
  }

  private void found(long originMillis, long leadMillis) {
    write(new BookEvent.Founded(Instant.ofEpochMilli(originMillis)));
    write(new BookEvent.AccountOpened("a", 0));
    write(new BookEvent.Deposited("a", 12_000, Optional.empty(), ""));
    var terms = new SiteTerms("agent", "site", SiteTerms.Promise.FIRM, leadMillis);
    write(new BookEvent.SiteTermsChanged(new TreeMap<>(Map.of(NODE, Optional.of(terms)))));
  }

  private static Window window(Span span) {
    return new Window(List.of(new Part(0, span, 0, 0, 0)));
  }

  private void book(String id, Span span) {
    var spec = SmallBook.spec("{'nodes':1,'work':{'duration':'PT1M'}}");
    write(
        new BookEvent.JobSubmitted(id, state.nextNumber(), "u", spec, Optional.empty(), "digest"));
    write(BookEvent.JobBooked.placed(id, 0, 0, window(span), List.of(NODE), true));
  }

  private List<SiteHold> holds() {
    var holds = new ArrayList<SiteHold>();
    state.openJobs().forEach(job -> SiteHoldings.of(state, job).values().forEach(holds::addAll));
    return holds;
  }

  /** Returns whether a window's hold would overlap a hold or the site's own time. */
  private boolean isBlocked(Span span, long leadMillis, List<Span> site) {
    var start = state.ticks().instant(span.start());
    var end = state.ticks().instant(span.end());
    var lead = Duration.ofMillis(leadMillis);
    var hold = SiteHold.of("new", NODE, start, end, lead);
    return holds().stream().anyMatch(each -> each.overlaps(hold.start(), hold.end()))
        || site.stream()
            .anyMatch(
                each ->
                    hold.overlaps(
                        state.ticks().instant(each.start()), state.ticks().instant(each.end())));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void windowIsVacantIfAndOnlyIfItsHoldFits(long seed) {
    var random = new Random(seed);
    long lead = random.nextInt(4) * 1700L;
    found(1_764_000_000_000L + random.nextInt(1000), lead);
    var site = new ArrayList<Span>();
    long at = 20_000;
    while (at < HORIZON) {
      var span = Span.of(at, 1 + random.nextInt(9_000));
      site.add(span);
      at = span.end() + 1 + random.nextInt(40_000);
    }
    var spans =
        site.stream().map(each -> new SiteSpan(each, TakenSpan.Reason.LOCAL_JOB, "")).toList();
    write(new BookEvent.SiteTimeChanged(new TreeMap<>(Map.of(NODE, spans))));
    int booked = 0;
    for (int step = 0; step < 400; step++) {
      var span =
          Span.of(
              10_000 + random.nextInt(HORIZON), 1 + random.nextInt(step % 2 == 0 ? 8_000 : 90_000));
      var vacancy = Vacancy.of(state, fleet, CycleOutcome.ALL_TIME);
      boolean isFree = vacancy.isFree(window(span));

      assertThat(isFree).as("%s", span).isNotEqualTo(isBlocked(span, lead, site));
      if (isFree) {
        booked++;
        book("j" + step, span);
        vacancy.take(window(span));
        assertThat(vacancy.spans(0))
            .isEqualTo(Vacancy.of(state, fleet, CycleOutcome.ALL_TIME).spans(0));
      }
    }
    assertThat(booked).isPositive();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void eachSlotForSaleHasAWindowThatItsSiteCanHold(long seed) {
    var random = new Random(seed);
    long lead = random.nextInt(4) * 1700L;
    found(1_764_000_000_000L + random.nextInt(1000), lead);
    var pricing = new OwnersPricing(state, fleet);
    int offered = 0;
    for (int step = 0; step < 200; step++) {
      long free = random.nextInt(20_000);
      long taken = free + 50_000 + random.nextInt(30_000);
      var spans =
          List.of(
              new SiteSpan(new Span(0, free), TakenSpan.Reason.LOCAL_JOB, ""),
              new SiteSpan(new Span(taken, taken + 9000), TakenSpan.Reason.LOCAL_JOB, ""));
      write(new BookEvent.SiteTimeChanged(new TreeMap<>(Map.of(NODE, spans))));
      var vacancy = Vacancy.of(state, fleet, CycleOutcome.ALL_TIME);
      long now = random.nextInt(30_000);
      for (var span : vacancy.vacant(0).within(new Span(now, taken))) {
        for (var slot : pricing.offer(fleet.numbered().get(0), span, now)) {
          offered++;
          assertThat(vacancy.isFree(window(Span.of(slot.span().start(), 1)))).isTrue();
        }
      }
    }
    assertThat(offered).isPositive();
  }

  @Test
  void onlyConfirmedJobsAreExpectedAtTheSite() {
    found(1_764_000_000_000L, 2000);
    book("j", new Span(10_000, 20_500));
    var placed = state.job("j").orElseThrow();

    assertThat(placed.state()).isEqualTo(JobState.PLACED);
    assertThat(placed.times().booked()).isEmpty();
    assertThat(SiteHoldings.of(state, "agent")).isEmpty();
    assertThat(SiteHoldings.of(state, placed).get("agent"))
        .containsExactly(
            new SiteHold(
                "j.1.0", NODE, state.ticks().instant(8_000), state.ticks().instant(68_000)));

    SiteDecisions.confirmed(state, "j", 1, state.origin()).events().forEach(this::write);
    assertThat(state.job("j").orElseThrow().state()).isEqualTo(JobState.BOOKED);
    assertThat(SiteHoldings.of(state, "agent")).containsOnlyKeys("j.1.0");
    assertThat(SiteDecisions.confirmed(state, "j", 1, state.origin()).events()).isEmpty();
  }

  /** Books a job from 500 s on and plans its move to 100 s. */
  private void planMove() {
    found(1_764_000_000_000L, 2000);
    book("j", new Span(500_000, 560_000));
    SiteDecisions.confirmed(state, "j", 1, state.origin()).events().forEach(this::write);
    write(new BookEvent.JobMovePlaced("j", 0, window(new Span(100_000, 160_000)), List.of(NODE)));
  }

  @Test
  void bothWindowsAreTakenUntilTheSiteConfirmsAMove() {
    planMove();
    var vacancy = Vacancy.of(state, fleet, CycleOutcome.ALL_TIME);

    assertThat(vacancy.isFree(window(new Span(90_000, 110_000)))).isFalse();
    assertThat(vacancy.isFree(window(new Span(490_000, 510_000)))).isFalse();
    assertThat(SiteHoldings.of(state, "agent")).isEmpty(); // not compared while it is moved
    assertThat(SiteHoldings.isWanted(state, "j.1.0")).isTrue();

    SiteDecisions.confirmed(state, "j", 1, state.origin()).events().forEach(this::write);
    var moved = Vacancy.of(state, fleet, CycleOutcome.ALL_TIME);
    assertThat(moved.isFree(window(new Span(90_000, 110_000)))).isFalse();
    assertThat(moved.isFree(window(new Span(490_000, 510_000)))).isTrue();
    assertThat(SiteHoldings.of(state, "agent").get("j.1.0").hold().start())
        .isEqualTo(state.ticks().instant(98_000));
  }

  private void assertKeepsWindow(BookEvent refused, String code) {
    assertThat(((BookEvent.JobMoveRefused) refused).code()).isEqualTo(code);
    write(refused);
    var job = state.job("j").orElseThrow();
    assertThat(job.state()).isEqualTo(JobState.BOOKED);
    assertThat(job.window()).contains(window(new Span(500_000, 560_000)));
    var vacancy = Vacancy.of(state, fleet, CycleOutcome.ALL_TIME);
    assertThat(vacancy.isFree(window(new Span(90_000, 110_000)))).isTrue();
    assertThat(vacancy.isFree(window(new Span(490_000, 510_000)))).isFalse();
  }

  @Test
  void jobKeepsItsWindowIfItsMoveIsNotConfirmedOrTooLate() {
    planMove();
    var silent = SiteDecisions.silent(state, "j", 1, NODE, "").events();
    assertKeepsWindow(silent.get(0), "site-silent");

    write(new BookEvent.JobMovePlaced("j", 0, window(new Span(100_000, 160_000)), List.of(NODE)));
    var late = SiteDecisions.confirmed(state, "j", 1, state.ticks().instant(100_000)).events();
    assertKeepsWindow(late.get(0), "planned-too-late");
  }

  @Test
  void drainedNodeEndsAMove() {
    planMove();
    write(new BookEvent.NodeDrained(NODE, DrainMode.SELL_NOTHING, "repair"));

    var drained = SiteDecisions.confirmed(state, "j", 1, state.origin()).events();
    assertKeepsWindow(drained.get(0), "node-drained");
  }

  private Optional<BookEvent.SiteTermsChanged> offer(long leadMillis) {
    var terms = new SiteTerms("agent", "site", SiteTerms.Promise.FIRM, leadMillis);
    return SiteChanges.ofTerms(state, fleet, new TreeMap<>(Map.of(NODE, Optional.of(terms))));
  }

  @Test
  void leadChangesOnlyOnceTheNodeHasNoJobs() {
    found(1_764_000_000_000L, 2000);
    assertThat(offer(2000)).isEmpty();
    assertThat(offer(3000)).isPresent();
    book("j", new Span(10_000, 20_000));

    assertThat(offer(3000)).isEmpty();
    SiteDecisions.silent(state, "j", 1, NODE, "").events().forEach(this::write);
    assertThat(state.job("j").orElseThrow().state()).isEqualTo(JobState.WAITING);
    assertThat(offer(3000)).isPresent();
  }

  @Test
  void termsSurviveASnapshot() {
    found(1_764_000_000_000L, 2000);
    var copy = new SnapshotState();
    SnapshotRow.rows(state).forEach(copy::add);

    assertThat(copy.whole().market().terms().get(NODE)).isPresent();
    assertThat(copy.whole().market().leadTicks(NODE)).isEqualTo(2000);
    assertThat(copy.whole().market().leadTicks("d-1")).isZero();
  }

  @Test
  void slotsForSaleLeaveTimeForTheLead() {
    found(1_764_000_000_000L, 2000);
    var slots =
        Vacancy.of(state, fleet, new Span(0, HORIZON))
            .table(new OwnersPricing(state, fleet), new Span(0, HORIZON), 500)
            .slots();

    assertThat(slots).extracting(slot -> slot.span().start()).containsExactlyInAnyOrder(2500L, 0L);
  }
}
