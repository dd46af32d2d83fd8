package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.service.book.AccountRecord;
import io.metasched.service.book.AccountSums;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.ClaimRecord;
import io.metasched.service.book.Grant;
import io.metasched.service.book.Grant.Period;
import io.metasched.service.book.GrantRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.LedgerEntry;
import io.metasched.service.book.LedgerEntry.Kind;
import io.metasched.service.book.Money;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Payment and lapse of the grants of an account with a deposit of 12.000. */
final class GrantsTest {
  private static final LocalDate FROM = LocalDate.parse("2026-01-31");
  private static final Instant FEBRUARY = Instant.parse("2026-02-27T23:00:00Z");
  private static final Instant MARCH = Instant.parse("2026-03-30T22:00:00Z");

  private final SmallBook book = new SmallBook();

  private void grant(long milli, boolean carriesOver) {
    var grant = new Grant(milli, Period.MONTHLY, "Europe/Berlin", FROM, carriesOver);
    var granted = GrantRecord.of(grant, account().granted(), SmallBook.NOW);
    book.write(new BookEvent.GrantSet("a", Optional.of(granted)));
  }

  private static BookEvent.GrantPaid paid(long number, Instant lapses) {
    return new BookEvent.GrantPaid("a", number, 5000, Optional.of(lapses));
  }

  private List<BookEvent> pay(String at) {
    return pay(Instant.parse(at));
  }

  private List<BookEvent> pay(Instant now) {
    var due = Grants.due(book.state(), now);
    due.forEach(event -> book.write(event, now));
    assertThat(Grants.due(book.state(), now)).isEmpty();
    assertThat(AccountSums.of(book.state())).isZero();
    return due;
  }

  private AccountRecord account() {
    return book.state().account("a").orElseThrow();
  }

  private List<Kind> kinds() {
    var kinds = new ArrayList<Kind>();
    for (var each : book.state().ledger().from(new LedgerEntry.Key("a", 0, 0), true)) {
      if (each.key().account().equals("a")) {
        kinds.add(each.value().kind());
      }
    }
    return kinds;
  }

  private Window window(long from, long cost) {
    int node = book.fleet.number("d-0").orElseThrow();
    return new Window(List.of(new Part(node, Span.of(from * 600_000, 600_000), 1, cost, 0)));
  }

  private void book(String id, long from, long cost) {
    book.submit(id, SmallBook.spec("{'work':{'duration':'PT10M'}}"));
    book.write(new BookEvent.JobBooked(id, 0, 0, window(from, cost), List.of("d-0"), true));
  }

  private void end(String id, Long... charged) {
    book.write(new BookEvent.JobEnded(id, JobState.WITHDRAWN, "cancelled", "", List.of(charged)));
  }

  @Test
  void anUnspentGrantLapsesAndDepositsStay() {
    grant(5000, false);
    assertThat(pay("2026-01-30T22:59:59Z")).isEmpty();
    assertThat(pay("2026-01-30T23:00:00Z")).containsExactly(paid(0, FEBRUARY));
    assertThat(account().balanceMilli()).isEqualTo(17_000);
    assertThat(account().movableMilli()).isEqualTo(12_000);

    assertThat(pay("2026-02-28T00:00:00Z"))
        .containsExactly(new BookEvent.GrantLapsed("a", FEBRUARY), paid(1, MARCH));

    assertThat(account().balanceMilli()).isEqualTo(17_000);
    assertThat(kinds()).containsExactly(Kind.DEPOSIT, Kind.GRANT, Kind.LAPSE, Kind.GRANT);
    assertThat(pay("2026-01-31T00:00:00Z")).isEmpty(); // the clock went back
  }

  @Test
  void afterMissedPeriodsACarriedGrantIsPaidForEachAndAnotherOneOnce() {
    grant(5000, true);
    assertThat(pay("2026-04-30T12:00:00Z")).hasSize(4);
    assertThat(account().balanceMilli()).isEqualTo(32_000);
    assertThat(account().movableMilli()).isEqualTo(32_000);

    grant(5000, false); // its periods continue
    assertThat(pay("2026-08-01T12:00:00Z"))
        .containsExactly(paid(6, Instant.parse("2026-08-30T22:00:00Z")));

    assertThat(account().balanceMilli()).isEqualTo(37_000);
    assertThat(account().movableMilli()).isEqualTo(32_000);
  }

  @Test
  void aPeriodIsPaidOnce() {
    grant(5000, false);
    var paid = pay("2026-01-31T12:00:00Z").get(0);
    var lapsed = new BookEvent.GrantLapsed("a", MARCH);

    assertThatThrownBy(() -> book.write(paid)).hasMessageContaining("no grant for period 0");
    book.write(lapsed);
    assertThatThrownBy(() -> book.write(lapsed)).hasMessage("no money of account a lapses");
  }

  @Test
  void anEndedGrantIsPaidNoMoreAndItsMoneyLapses() {
    grant(5000, false);
    pay("2026-01-31T12:00:00Z");
    book.write(new BookEvent.GrantSet("a", Optional.empty()));

    assertThat(pay("2026-03-31T12:00:00Z"))
        .containsExactly(new BookEvent.GrantLapsed("a", FEBRUARY));

    assertThat(account().balanceMilli()).isEqualTo(12_000);
  }

  @Test
  void moneyHeldAtTheEndOfAPeriodStaysHeldAndLapsesWhenItIsPaidBack() {
    grant(5000, false);
    pay("2026-01-31T12:00:00Z");
    book("charged", 0, 2000);
    book("cancelled", 1, 2000);
    pay("2026-02-28T12:00:00Z");
    book("new", 2, 3000);
    assertThat(account().heldMilli()).isEqualTo(7000);
    assertThat(account().balanceMilli()).isEqualTo(14_000);

    end("charged", 1500L); // 500 of it are paid back
    end("cancelled");
    end("new");

    assertThat(account().lapsing().milli()).containsEntry(FEBRUARY, 2500L);
    assertThat(account().movableMilli()).isEqualTo(12_000);
    assertThat(pay("2026-02-28T13:00:00Z"))
        .containsExactly(new BookEvent.GrantLapsed("a", FEBRUARY));
    assertThat(account().balanceMilli()).isEqualTo(17_000);
    assertThat(account().lapsing().milli()).containsEntry(MARCH, 5000L).hasSize(1);
  }

  @Test
  void aFirmOfferThatIsAcceptedAfterTheEndOfAPeriodKeepsItsMoney() {
    grant(5000, false);
    pay("2026-01-31T12:00:00Z");
    var window = window(0, 4000);
    var terms = new ClaimRecord.OfferTerms("wanted", Instant.parse("2026-03-01T00:00:00Z"), true);
    book.write(
        new BookEvent.ClaimMade(
            "o-1",
            0,
            ClaimRecord.Kind.OFFER,
            "u",
            "a",
            "",
            window,
            List.of("d-0"),
            Optional.of(terms),
            100,
            Optional.empty(),
            ""));
    assertThat(account().lapsing().sumMilli()).isEqualTo(900);
    pay("2026-02-28T12:00:00Z");

    // both events are of one decision, so that no lapse comes between them
    book.write(new BookEvent.ClaimEnded("o-1", ClaimRecord.State.TAKEN, List.of()));
    book("j", 0, 4000);

    assertThat(account().lapsing().milli()).containsEntry(MARCH, 5000L).hasSize(1);
    assertThat(account().balanceMilli()).isEqualTo(17_000);
    assertThat(account().heldMilli()).isEqualTo(4000);
    assertThat(pay("2026-02-28T13:00:00Z")).isEmpty();
  }

  @Test
  void theBankOwesNoMoreThanTheHighestCountableSum() {
    grant(Money.MOST_MILLI, true);

    pay("2026-04-30T12:00:00Z");

    assertThat(account().balanceMilli()).isEqualTo(Money.MOST_MILLI);
    assertThat(account().granted().orElseThrow().next()).isEqualTo(4);
  }

  @Test
  void anyNumberOfMissedPeriodsIsPaidInSmallDecisions() {
    var weekly =
        new Grant(1, Period.WEEKLY, "UTC", LocalDate.parse("1990-01-01"), true); // an old clock
    book.write(new BookEvent.GrantSet("a", Optional.of(new GrantRecord(weekly, 0))));
    int paid = 0;
    for (var due = Grants.due(book.state(), FEBRUARY);
        !due.isEmpty();
        due = Grants.due(book.state(), FEBRUARY)) {
      assertThat(due).hasSizeLessThanOrEqualTo(1000);
      due.forEach(book::write);
      paid += due.size();
    }

    assertThat(paid).isEqualTo(1887);
    assertThat(account().balanceMilli()).isEqualTo(12_000 + paid);
  }

  @Test
  void aRefusalForTheBudgetNamesTheNextGrant() {
    grant(5000, false);
    pay("2026-01-31T12:00:00Z");

    assertThat(JobAdmission.unpaid(book.state(), "a", "costs", 20_000, 17_000).why().text())
        .isEqualTo(
            "it costs 20.000, but the account has 17.000; its next grant, 5.000, is paid at"
                + " 2026-02-27T23:00:00Z");
  }
}
