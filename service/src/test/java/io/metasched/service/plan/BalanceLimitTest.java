package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Jobs of an account that can pay for windows on cheap nodes only, all of which are taken for three
 * minutes. Nine minutes cost 54.000 there, and 108.000 on the other nodes.
 */
final class BalanceLimitTest {
  private static final String JOB = "{'work':{'duration':'PT9M'}}";

  private final SmallBook book =
      new SmallBook(
          new FleetNode("cheap-0", "cheap", 1, 100, List.of()),
          new FleetNode("cheap-1", "cheap", 1, 100, List.of()),
          new FleetNode("dear-0", "dear", 1, 200, List.of()),
          new FleetNode("dear-1", "dear", 1, 200, List.of()));
  private CycleSettings settings = book.settings;
  private int cycles;

  BalanceLimitTest() {
    for (var node : List.of("cheap-0", "cheap-1")) {
      book.submit(node, SmallBook.spec("{'work':{'duration':'PT3M'}}"));
      book.book(node, node, 0, 3);
    }
    deposit(68_002); // 0.002 are held
  }

  private void deposit(long milli) {
    book.write(new BookEvent.Deposited("a", milli, Optional.empty(), ""));
  }

  private void cycle() {
    var places = CyclePlaces.next(book.state(), settings, 0);
    var begun = new BookEvent.CycleBegun(cycles++, 0, book.state().seq(), places.turn());
    book.write(begun);
    var cycle = new CycleByBook(book.state(), book.fleet, settings);
    var plan = cycle.plan(cycle.cycle(begun));
    CycleOutcome.of(book.state(), book.fleet, settings, begun, plan, 0, 0).forEach(book::write);
  }

  private JobRecord job(String id) {
    return book.state().job(id).orElseThrow();
  }

  private void assertBookedFor(String id, long milli) {
    assertThat(job(id).window().orElseThrow().costMilli()).isEqualTo(milli);
  }

  private void assertWaits(String id, String code, String text) {
    assertThat(job(id).state()).isEqualTo(JobState.WAITING);
    assertThat(job(id).reason()).isEqualTo(new JobRecord.Reason(code, text));
  }

  @Test
  void theWindowThatTheAccountCanPayForIsBooked() {
    book.submit("j", SmallBook.spec(JOB));

    cycle();

    assertBookedFor("j", 54_000);
  }

  @Test
  void aDryRunFindsTheWindowThatTheAccountCanPayFor() {
    var tried = DryRun.of(book.state(), book.fleet, settings, SmallBook.spec(JOB), "u", 0);

    assertThat(tried.window()).hasValueSatisfying(w -> assertThat(w.costMilli()).isEqualTo(54_000));
  }

  @Test
  void jobsThatCostMoreTogetherThanTheAccountHasWait() {
    book.submit("first", SmallBook.spec(JOB));
    book.submit("second", SmallBook.spec(JOB));

    cycle();

    assertBookedFor("first", 54_000);
    assertWaits("second", "balance", "its window costs 54.000, but the account has 26.000");
    cycle();
    assertThat(job("second").state()).isEqualTo(JobState.WAITING);
    deposit(28_000);
    cycle();
    assertBookedFor("second", 54_000);
  }

  @Test
  void aJobThatCostsMoreAnywhereThanTheAccountHasLeftWaits() {
    book.submit("first", SmallBook.spec(JOB));
    cycle();
    book.submit("second", SmallBook.spec(JOB));

    cycle();

    assertWaits("second", "balance", "it needs at least 54.000, but the account has 26.000");
  }

  @Test
  void aJobWithoutMoneyTakesNoPlaceFromJobsThatWereNotTried() {
    settings = settings.withBatchLimit(1);
    book.submit("dear", SmallBook.spec("{'work':{'duration':'PT30M'}}"));
    book.submit("j", SmallBook.spec(JOB));

    cycle();

    assertWaits("dear", "balance", "it needs at least 180.000, but the account has 80.000");
    cycle();
    assertBookedFor("j", 54_000);
    cycle();
    assertThat(job("dear").reason().code()).isEqualTo("balance");
  }

  @Test
  void aDepositDuringACycleLeavesTheJobToTheNextOne() {
    book.submit("dear", SmallBook.spec("{'work':{'duration':'PT30M'}}"));
    var begun = new BookEvent.CycleBegun(cycles++, 0, book.state().seq());
    book.write(begun);
    var cycle = new CycleByBook(book.state(), book.fleet, settings);
    var plan = cycle.plan(cycle.cycle(begun));
    deposit(100_000);

    CycleOutcome.of(book.state(), book.fleet, settings, begun, plan, 0, 0).forEach(book::write);

    assertThat(job("dear").reason()).isEqualTo(JobRecord.Reason.NONE);
    cycle();
    assertBookedFor("dear", 180_000);
  }

  @Test
  void cyclesOfEarlierVersionsRefuseTheJob() {
    var rules = settings.written(book.fleet, settings.lead());
    settings = CycleSettings.of(rules.withWithinBalance(Optional.empty()));
    book.submit("j", SmallBook.spec(JOB));

    cycle();

    assertThat(job("j").state()).isEqualTo(JobState.REFUSED);
  }
}
