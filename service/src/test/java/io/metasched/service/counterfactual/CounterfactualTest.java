package io.metasched.service.counterfactual;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.service.book.AccountLimits;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.DrainMode;
import io.metasched.service.book.ExampleJobs;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.Grant;
import io.metasched.service.book.GrantRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.Limits;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.Recorded;
import io.metasched.service.book.SchedulerRules;
import io.metasched.service.run.EndCause;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Replay of a history under other conditions, on one node that costs 1 per second. */
final class CounterfactualTest {
  private static final Instant ORIGIN = Instant.parse("2026-12-01T00:00:00Z");
  private static final SchedulerRules RULES =
      new SchedulerRules(
          List.of(new FleetNode("d-0", "d", 1, 1000, List.of())),
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofSeconds(2),
          Duration.ofHours(1),
          Duration.ofMillis(100),
          100,
          "backfilling",
          new TreeMap<>(),
          100_000,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.of(true));

  private final List<Recorded> events = new ArrayList<>();
  private BookState state = BookState.EMPTY;
  private final BookState from;

  CounterfactualTest() {
    happen(0, new BookEvent.Founded(ORIGIN));
    happen(0, new BookEvent.RulesSet(RULES));
    happen(0, new BookEvent.AccountOpened("a", 0));
    happen(0, new BookEvent.Deposited("a", 1_000_000, Optional.empty(), ""));
    events.clear();
    from = state;
  }

  private Recorded recorded(BookEvent event) {
    return new Recorded(from.seq() + 1, ORIGIN, "test", "", event);
  }

  private void happen(long millis, BookEvent event) {
    var recorded = new Recorded(state.seq() + 1, ORIGIN.plusMillis(millis), "test", "", event);
    state = state.after(recorded);
    events.add(recorded);
  }

  private void submit(long millis, String id, int seconds, long budgetMilli) {
    submit(millis, id, "a", seconds, budgetMilli);
  }

  private void submit(long millis, String id, String account, int seconds, long budgetMilli) {
    var work = Work.duration(seconds * 1000L);
    var spec =
        ExampleJobs.named(id)
            .with()
            .account(account)
            .work(work)
            .costLimitMilli(budgetMilli)
            .build();
    happen(
        millis,
        new BookEvent.JobSubmitted(id, state.nextNumber(), "u", spec, Optional.empty(), ""));
  }

  private Counterfactual.Outcome run(Counterfactual.Change change) {
    var stretch = new Stretch(from, events, state, ORIGIN, ORIGIN.plusSeconds(100));
    return Counterfactual.run(stretch, RULES, change, () -> true);
  }

  @Test
  void jobsWithoutRecordsRunOneAfterTheOtherForTheirWholeWindows() {
    submit(500, "j1", 10, WindowRequest.NO_LIMIT);
    submit(600, "j2", 20, WindowRequest.NO_LIMIT);

    var figures = run(Counterfactual.Change.NONE).figures();

    assertThat(figures.jobs()).isEqualTo(2);
    assertThat(figures.placed()).isEqualTo(2);
    assertThat(figures.done()).isEqualTo(2);
    // the cycle at 1 s books from 3 s on
    assertThat(figures.meanWaitMillis()).isEqualTo((2500 + 12_400) / 2.0);
    assertThat(figures.costMilli()).isEqualTo(30_000);
    assertThat(figures.incomeMilli()).isEqualTo(30_000);
    assertThat(figures.nodes().get(0).usedMillis()).isEqualTo(30_000);
  }

  @Test
  void aJobUsesAsMuchOfItsWindowAsWasRecorded() {
    submit(500, "j1", 10, WindowRequest.NO_LIMIT);
    var window =
        run(Counterfactual.Change.NONE); // the result of this run is recorded by hand below
    assertThat(window.figures().placed()).isEqualTo(1);
    var booked = new Window(List.of(new Part(0, Span.of(3000, 10_000), 1000, 10_000, 0)));
    happen(1000, new BookEvent.JobBooked("j1", 0, 1000, booked, List.of("d-0"), true));
    happen(2000, new BookEvent.JobStarting("j1", 1));
    happen(3000, new BookEvent.PartStarted("j1", 1, 0, ORIGIN.plusMillis(3000)));
    happen(7000, new BookEvent.PartEnded("j1", 1, 0, 0, EndCause.EXITED, ORIGIN.plusMillis(7000)));
    happen(7000, new BookEvent.JobEnded("j1", JobState.FINISHED, "none", "", List.of(4000L)));

    var recorded =
        Counterfactual.recorded(
            new Stretch(from, events, state, ORIGIN, ORIGIN.plusSeconds(100)), RULES);
    var again = run(Counterfactual.Change.NONE);

    assertThat(again.figures()).isEqualTo(recorded.figures());
    assertThat(again.figures().incomeMilli()).isEqualTo(4000);
    assertThat(again.figures().nodes().get(0).usedMillis()).isEqualTo(4000);
  }

  @Test
  void atAnotherPriceSomeJobsAreTooDearAndTheOthersBringMore() {
    submit(500, "j1", 10, WindowRequest.NO_LIMIT);
    submit(600, "j2", 20, 30_000);
    var price =
        new Counterfactual.Change(Optional.empty(), Optional.of(NodePolicy.simple("d-0", 2000)));

    var figures = run(price).figures();

    assertThat(figures.placed()).isEqualTo(1);
    assertThat(figures.refused()).isZero(); // the job waits, because prices may fall again
    assertThat(figures.incomeMilli()).isEqualTo(20_000);
    assertThat(figures.nodes().get(0).usedMillis()).isEqualTo(10_000);
  }

  @Test
  void laterPolicyChangesDoNotCountAtAnotherPrice() {
    happen(200, new BookEvent.PolicySet(NodePolicy.simple("d-0", 5000)));
    submit(500, "j1", 10, WindowRequest.NO_LIMIT);
    var price =
        new Counterfactual.Change(Optional.empty(), Optional.of(NodePolicy.simple("d-0", 2000)));

    assertThat(run(Counterfactual.Change.NONE).figures().incomeMilli()).isEqualTo(50_000);
    assertThat(run(price).figures().incomeMilli()).isEqualTo(20_000);
  }

  @Test
  void jobsAreCancelledAndNodesDrainedWhenTheyWere() {
    submit(500, "j1", 10, WindowRequest.NO_LIMIT);
    submit(600, "j2", 20, WindowRequest.NO_LIMIT);
    submit(700, "j3", 20, WindowRequest.NO_LIMIT);
    happen(800, new BookEvent.JobEnded("j1", JobState.WITHDRAWN, "cancelled", "", List.of()));
    happen(13_000, new BookEvent.NodeDrained("d-0", DrainMode.NOW, "disk"));

    var figures = run(Counterfactual.Change.NONE).figures();

    assertThat(figures.done()).isEqualTo(1); // ended by the owner of the node, who is paid nothing
    assertThat(figures.placed()).isEqualTo(1);
    assertThat(figures.incomeMilli()).isZero();
    assertThat(figures.nodes().get(0).usedMillis()).isEqualTo(10_000);
  }

  @Test
  void aRecordedBookingIsTakenUpOnlyWithinTheLimitsOfItsAccount() {
    var nodes =
        List.of(
            new FleetNode("d-0", "d", 1, 1000, List.of()),
            new FleetNode("d-1", "d", 1, 1000, List.of()));
    happen(0, new BookEvent.RulesSet(RULES.with().nodes(nodes).build()));
    submit(500, "j1", 10, WindowRequest.NO_LIMIT); // gets the first window, unlike in the record
    submit(2000, "j2", 10, WindowRequest.NO_LIMIT);
    var booked = new Window(List.of(new Part(1, Span.of(5000, 10_000), 1000, 10_000, 0)));
    happen(2000, new BookEvent.JobBooked("j2", -1, 2000, booked, List.of("d-1"), false));

    assertThat(run(Counterfactual.Change.NONE).figures().meanWaitMillis())
        .isEqualTo((2500 + 3000) / 2.0);
    var one = new Limits(Optional.empty(), Optional.of(1), Optional.empty(), Optional.empty());
    events.add(0, recorded(new BookEvent.LimitsSet("a", new AccountLimits(one, Limits.NONE))));

    var limited = run(Counterfactual.Change.NONE).figures();

    assertThat(limited.placed()).isEqualTo(2);
    assertThat(limited.meanWaitMillis()).isGreaterThanOrEqualTo((2500 + 11_000) / 2.0);
  }

  @Test
  void grantsArePaidAndLapse() {
    happen(0, new BookEvent.AccountOpened("b", 1));
    var terms = new Grant(20_000, Grant.Period.WEEKLY, "UTC", LocalDate.parse("2026-12-01"), false);
    happen(0, new BookEvent.GrantSet("b", Optional.of(new GrantRecord(terms, 0))));
    happen(0, new BookEvent.GrantPaid("b", 0, 20_000, Optional.of(ORIGIN.plusSeconds(10))));
    submit(500, "j1", "b", 10, WindowRequest.NO_LIMIT);
    happen(10_000, new BookEvent.GrantLapsed("b", ORIGIN.plusSeconds(10)));
    submit(11_000, "j2", "b", 10, WindowRequest.NO_LIMIT);

    var figures = run(Counterfactual.Change.NONE).figures();

    assertThat(figures.done()).isEqualTo(1);
    assertThat(figures.refused()).isZero(); // j2 waits: the rest of the money has lapsed
    assertThat(figures.incomeMilli()).isEqualTo(10_000);
  }

  @Test
  void aTransferMovesNoMoreThanTheAccountHas() {
    happen(0, new BookEvent.AccountOpened("b", 1));
    submit(500, "j1", 10, WindowRequest.NO_LIMIT);
    happen(20_000, new BookEvent.Transferred("a", "b", 985_000, Optional.empty(), ""));
    submit(21_000, "j2", "b", 10, WindowRequest.NO_LIMIT);
    submit(22_000, "j3", 10, WindowRequest.NO_LIMIT);
    var dearer =
        new Counterfactual.Change(Optional.empty(), Optional.of(NodePolicy.simple("d-0", 2000)));

    var figures = run(dearer).figures();

    assertThat(figures.done()).isEqualTo(2);
    assertThat(figures.refused()).isZero(); // j3 waits: the transfer has left nothing for it
  }

  @Test
  void ofAClientThatGoesAwayNoMoreIsReRun() {
    submit(500, "j1", 10, WindowRequest.NO_LIMIT);
    var stretch = new Stretch(from, events, state, ORIGIN, ORIGIN.plusSeconds(100));

    assertThat(Counterfactual.run(stretch, RULES, Counterfactual.Change.NONE, () -> false).whole())
        .isFalse();
  }
}
