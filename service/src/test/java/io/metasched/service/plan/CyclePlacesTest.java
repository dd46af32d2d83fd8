package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookJson;
import io.metasched.service.book.BookState;
import io.metasched.service.book.DrainMode;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.Recorded;
import io.metasched.service.history.CycleRerun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Selection of the waiting jobs that get one of the ten places of a cycle. */
final class CyclePlacesTest {
  private static final int PLACES = 10;

  private final SmallBook small = new SmallBook();
  private CycleSettings settings = small.settings;
  private final List<Recorded> history = new ArrayList<>();
  private BookState state = BookState.EMPTY;
  private int cycles;

  CyclePlacesTest() {
    write(new BookEvent.Founded(SmallBook.NOW));
    write(new BookEvent.RulesSet(settings.written(small.fleet, Duration.ZERO)));
  }

  private void write(BookEvent event) {
    write(event, "t");
  }

  private void write(BookEvent event, String by) {
    var recorded = new Recorded(state.seq() + 1, SmallBook.NOW, by, "", event);
    state = state.after(recorded);
    history.add(recorded);
  }

  /** Submits a job of an account, on a node. */
  private void submit(String account, String id, String node) {
    if (state.account(account).isEmpty()) {
      write(new BookEvent.AccountOpened(account, state.accounts().size()));
      write(new BookEvent.Deposited(account, 1_000_000, Optional.empty(), ""));
    }
    var form = "{'account':'%s','work':{'duration':'PT1M'},'requires':{'node':'%s'}}";
    var spec = SmallBook.spec(form.formatted(account, node));
    write(new BookEvent.JobSubmitted(id, state.nextNumber(), "u", spec, Optional.empty(), ""));
  }

  private void submit(String account, int from, int count) {
    for (int i = from; i < from + count; i++) {
      submit(account, account + i, "d-0");
    }
  }

  /** Runs a cycle that finds no window for the considered jobs, and returns their ids. */
  private List<String> inVain() {
    var places = CyclePlaces.next(state, settings, 0);
    var begun = new BookEvent.CycleBegun(cycles++, 0, state.seq(), places.turn());
    if (places.turn().isPresent()) {
      assertThat(CyclePlaces.of(state, settings, begun)).isEqualTo(places);
    }
    write(begun);
    var why = FlowWords.NO_ALTERNATIVE;
    for (var job : places.jobs()) {
      write(new BookEvent.JobPostponed(job.id(), begun.cycle(), why.code(), why.text()));
    }
    assertThat(places.jobs()).hasSizeLessThanOrEqualTo(PLACES);
    assertThat(places.jobs()).isSortedAccordingTo((a, b) -> Long.compare(a.number(), b.number()));
    return places.jobs().stream().map(JobRecord::id).toList();
  }

  private void withdraw(String id) {
    write(new BookEvent.JobEnded(id, JobState.WITHDRAWN, "cancelled", "", List.of()));
  }

  @Test
  void allHavePlacesIfThereAreEnough() {
    submit("a", 0, PLACES);

    assertThat(inVain()).hasSize(PLACES);
    assertThat(inVain()).hasSize(PLACES);
    assertThat(state.cycles().get(1).orElseThrow().turn()).isEmpty();
  }

  @Test
  void jobsOfOneAccountThatFindNothingLeaveOthersTheirPart() {
    submit("a", 0, 100);
    inVain();
    submit("b", 0, 100);

    var considered = inVain();

    assertThat(considered).contains("b0", "b1").doesNotContain("b50");
    assertThat(considered).filteredOn(id -> id.startsWith("a")).hasSizeGreaterThanOrEqualTo(5);
  }

  @Test
  void jobsThatWereNotTriedHavePlacesBeforeThoseOfTheirAccountThatWere() {
    submit("a", 0, PLACES);
    inVain();
    submit("a", 50, 3);

    assertThat(inVain()).contains("a50", "a51", "a52");
  }

  @Test
  void jobsThatAreBookedGoInTheOrderInWhichTheyCame() {
    submit("a", 0, 3 * PLACES);

    for (int cycle = 0; cycle < 3; cycle++) {
      var considered = inVain();
      for (int i = 0; i < PLACES; i++) {
        assertThat(considered.get(i)).isEqualTo("a" + (cycle * PLACES + i));
      }
      considered.forEach(this::withdraw);
    }
  }

  @Test
  void accountsHavePlacesInTurnsWhereThereAreMoreOfThemThanPlaces() {
    for (int i = 0; i < 10 * PLACES; i++) {
      submit("account" + i, "j" + i, "d-0");
    }
    var considered = new TreeSet<String>();
    for (int cycle = 0; cycle < 10; cycle++) {
      considered.addAll(inVain());
    }

    assertThat(considered).hasSize(10 * PLACES);
  }

  /**
   * Checks that each job is considered. Each cycle has 5 places for the round, which has up to 60 +
   * 2 * 20 jobs.
   */
  @Test
  void eachJobIsConsideredWithinTwoRoundsWhateverOthersSubmit() {
    submit("a", 0, 40);
    submit("b", 0, 20);
    inVain();
    for (int round = 0; round < 3; round++) {
      var considered = new TreeSet<String>();
      for (int cycle = 0; cycle < 2 * (60 + 2 * 20) / 5; cycle++) {
        int first = 1000 * round + 20 * cycle;
        submit("a", 100_000 + first, 10);
        submit("c", first, 10);
        considered.addAll(inVain());
        for (int i = first; i < first + 10; i++) {
          withdraw("c" + i);
          withdraw("a" + (100_000 + i));
        }
      }
      for (int i = 0; i < 40; i++) {
        assertThat(considered).contains("a" + i, "b" + i / 2);
      }
    }
  }

  @Test
  void jobsTakeTurnsForASinglePlace() {
    submit("a", 0, 3);
    var considered = new ArrayList<String>();
    for (int cycle = 0; cycle < 6; cycle++) {
      var places = CyclePlaces.next(state, settings, 0, 1);
      write(new BookEvent.CycleBegun(cycle, 0, state.seq(), places.turn()));
      places.jobs().forEach(job -> considered.add(job.id()));
    }

    assertThat(considered).containsExactly("a0", "a1", "a2", "a0", "a1", "a2");
    assertThat(CyclePlaces.next(state, settings, 0, 0).jobs()).isEmpty();
  }

  @Test
  void jobsThatComeDuringARoundWaitForTheNextOne() {
    submit("a", 0, 3);
    var considered = new ArrayList<String>();
    for (int cycle = 0; cycle < 7; cycle++) {
      var places = CyclePlaces.next(state, settings, 0, 1);
      write(new BookEvent.CycleBegun(cycle, 0, state.seq(), places.turn()));
      places.jobs().forEach(job -> considered.add(job.id()));
      if (cycle == 0) {
        submit("a", 3, 1);
      }
    }

    assertThat(considered).containsExactly("a0", "a1", "a2", "a0", "a1", "a2", "a3");
  }

  @Test
  void accountsShareHalfOfThePlacesAndTheRoundHasTheOthers() {
    submit("a", 0, 10);
    submit("b", 0, 10);
    submit("c", 0, 10);

    assertThat(inVain())
        .containsExactly("a0", "a1", "a2", "a3", "a4", "a5", "a6", "b0", "b1", "c0");
  }

  @Test
  void aCycleIsPlannedAtItsTickAndAFurtherJobHasAPlaceInIt() {
    submit("a", 0, 1);
    var plan = new CycleByBook(state, small.fleet, settings);
    var further = state.job("a0").orElseThrow().spec().job(99, 0, SmallBook.NOW, state.ticks());

    var cycle = plan.cycle(5_000, further, "a", "u");

    assertThat(cycle.nowTick()).isEqualTo(5_000);
    assertThat(plan.plan(cycle))
        .filteredOn(event -> event instanceof FlowEvent.Booked)
        .extracting(event -> ((FlowEvent.Booked) event).job().number())
        .containsExactly(0L, 99L);
  }

  @Test
  void aCycleOfAnEarlierVersionHasTheFirstJobsThatWaited() {
    var text = "{\"event\":\"cycle-begun\",\"cycle\":0,\"tick\":0,\"seen\":3}";
    var begun = (BookEvent.CycleBegun) BookJson.read(text, BookEvent.class);
    assertThat(BookJson.write(begun)).isEqualTo(text);
    submit("a", 0, PLACES);
    submit("b", "b", "d-0");

    var plan = new CycleByBook(state, small.fleet, settings);
    var considered =
        plan.plan(plan.cycle(begun)).stream()
            .filter(event -> event instanceof FlowEvent.Booked)
            .map(event -> ((FlowEvent.Booked) event).job().number())
            .toList();
    assertThat(considered).hasSize(PLACES).doesNotContain(state.job("b").orElseThrow().number());
  }

  private void cycle() {
    var turn = CyclePlaces.next(state, settings, 0).turn();
    var begun = new BookEvent.CycleBegun(cycles++, 0, state.seq(), turn);
    var by = new CycleByBook(state, small.fleet, settings);
    write(begun);
    var plan = by.plan(by.cycle(begun));
    CycleOutcome.of(state, small.fleet, settings, begun, plan, 0, 0)
        .forEach(event -> write(event, CycleOutcome.BY));
  }

  private String reason(String id) {
    return state.job(id).orElseThrow().reason().text();
  }

  @Test
  void jobsThatCanBeBookedAreThoughOthersWaitInVainAndAReRunHasTheSame() {
    write(new BookEvent.NodeDrained("d-0", DrainMode.SELL_NOTHING, "repair"));
    submit("a", 0, 3 * PLACES);
    submit("b", "b", "d-1");
    cycle();

    assertThat(state.job("b").orElseThrow().state()).isEqualTo(JobState.BOOKED);
    assertThat(reason("a0")).isEqualTo("no window within its limits is vacant");
    assertThat(reason("a18"))
        .isEqualTo("31 jobs wait, but a cycle considers 10 of them, and accounts take turns");

    for (int cycle = 0; cycle < 5; cycle++) {
      cycle();
    }
    assertThat(reason("a29")).isEqualTo(reason("a0"));
    submit("a", "good", "d-2");
    long seq = state.seq();
    cycle();
    assertThat(state.job("good").orElseThrow().state()).isEqualTo(JobState.BOOKED);
    assertThat(state.seq()).as("its window, begin and end").isEqualTo(seq + 3);

    assertReRunIsTheSame(7);
  }

  private void assertReRunIsTheSame(int expected) {
    var seen = new ArrayList<Long>();
    history.forEach(each -> CycleRerun.seenBy(each.event()).ifPresent(seen::add));
    var rerun = new CycleRerun(BookState.EMPTY, seen);
    history.forEach(rerun::take);
    assertThat(rerun.result().differences()).isZero();
    assertThat(rerun.result().cycles()).isEqualTo(expected);
  }

  private long postponed() {
    return history.stream().filter(e -> e.event() instanceof BookEvent.JobPostponed).count();
  }

  /** Runs cycles; before each cycle, changes the price of the only node that eight jobs can use. */
  private void cyclesWithPricesToAndFro(int count) {
    write(new BookEvent.NodeDrained("d-0", DrainMode.SELL_NOTHING, "repair"));
    submit("a", "first", "d-1");
    var form =
        "{'account':'a','work':{'duration':'PT1M'},'requires':{'node':'d-0'},'budget':{'total':'0.600'}}";
    for (int i = 0; i < 8; i++) {
      var id = "cheap" + i;
      var number = state.nextNumber();
      write(
          new BookEvent.JobSubmitted(id, number, "u", SmallBook.spec(form), Optional.empty(), ""));
    }
    for (int cycle = 0; cycle < count; cycle++) {
      write(new BookEvent.PolicySet(NodePolicy.simple("d-0", cycle % 2 == 0 ? 10 : 20)));
      cycle();
    }
  }

  @Test
  void pricesThatGoToAndFroWriteAsManyReasonsAsThereAreOtherEventsAtMost() {
    cyclesWithPricesToAndFro(100);
    assertThat(postponed()).isBetween(16L, 8L + 3 * 100);

    for (int cycle = 0; cycle < 8; cycle++) {
      cycle(); // the price stays at 20
    }
    for (int i = 0; i < 8; i++) {
      assertThat(state.job("cheap" + i).orElseThrow().reason().code()).isEqualTo("below-any-price");
    }
    assertReRunIsTheSame(108);
  }

  @Test
  void aReRunOfABookOfAnEarlierVersionHasEachChangeOfAReason() {
    var rules = settings.written(small.fleet, Duration.ZERO);
    write(new BookEvent.RulesSet(rules.withRestOfReasons(Optional.empty())));
    settings = CycleSettings.of(state.rules().orElseThrow());
    cyclesWithPricesToAndFro(10);

    assertThat(postponed()).isEqualTo(8 * 10);
    assertReRunIsTheSame(10);
  }
}
