package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.service.book.LedgerEntry.Kind;
import io.metasched.service.plan.SmallBook;
import io.metasched.service.run.Silence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Effects of claims, moves and owners' policies on a state in which account a has a balance of
 * 12.000.
 */
final class MarketFoldTest {
  private static final String DAY = "{'work':{'duration':'PT1M'}}";
  private final SmallBook book = new SmallBook();

  private static Part part(int node, long start, long cost) {
    return new Part(node, Span.of(start, 60_000), 1, cost, 0);
  }

  private static Window window(long start, long... costs) {
    var parts = new ArrayList<Part>();
    for (int node = 0; node < costs.length; node++) {
      parts.add(part(node, start, costs[node]));
    }
    return new Window(parts);
  }

  private static List<String> names(Window window) {
    return window.parts().stream().map(part -> "d-" + part.node()).toList();
  }

  private void booked(boolean movable) {
    book.submit("j", SmallBook.spec(DAY));
    var window = window(600_000, 600);
    book.write(new BookEvent.JobBooked("j", 0, 0, window, names(window), movable));
  }

  private static BookEvent moved(long start, long cost) {
    return new BookEvent.JobMoved("j", 0, window(start, cost), List.of("d-0"));
  }

  private BookEvent.ClaimMade made(
      ClaimRecord.Kind kind, long number, String account, Window window, long fee) {
    return new BookEvent.ClaimMade(
        "c" + number,
        number,
        kind,
        "u",
        account,
        "n",
        window,
        names(window),
        Optional.empty(),
        fee,
        Optional.empty(),
        "digest");
  }

  private static BookEvent.ClaimEnded over(Long... charged) {
    return new BookEvent.ClaimEnded("c0", ClaimRecord.State.OVER, List.of(charged));
  }

  private AccountRecord account(String name) {
    return book.state().account(name).orElseThrow();
  }

  private void assertRefused(BookEvent event) {
    var before = book.state();
    assertThatIllegalStateException().isThrownBy(() -> book.write(event));
    assertThat(book.state()).isSameAs(before);
  }

  /**
   * Returns the entries since the deposit: account, kind, change of the balance and of the held
   * money.
   */
  private List<String> entries() {
    var words = new ArrayList<String>();
    for (var each : book.state().ledger().entries()) {
      var entry = each.value();
      if (entry.kind() != Kind.DEPOSIT) {
        words.add(
            "%s %s %d %d"
                .formatted(each.key().account(), entry.kind(), entry.milli(), entry.heldMilli()));
      }
    }
    return words;
  }

  @Test
  void linesOfFirmOffersThatAreOverCountAsMemoryOfTheirAccount() {
    for (int i = 0; i < 10; i++) {
      var id = "o-" + i;
      book.write(offer(id, i));
      book.write(new BookEvent.ClaimEnded(id, ClaimRecord.State.LAPSED, List.of()));
    }

    assertThat(book.state().market().claims().size()).isZero();
    assertThat(entries()).hasSize(20);
    var tally = book.state().open().tally();
    assertThat(tally.of("a").heapBytes()).isEqualTo(20 * 200);
    assertThat(tally.heapBytes()).isEqualTo(20 * 200);

    book.write(new BookEvent.Forgotten(SmallBook.NOW.plusSeconds(1)));
    assertThat(entries()).as("a line of each account").hasSize(2);
    assertThat(book.state().open().tally().heapBytes()).isZero();
  }

  private static BookEvent offer(String id, int number) {
    var window = window(600_000, 600);
    return new BookEvent.ClaimMade(
        id,
        number,
        ClaimRecord.Kind.OFFER,
        "u",
        "a",
        "n",
        window,
        names(window),
        Optional.of(new ClaimRecord.OfferTerms("wanted", SmallBook.NOW, true)),
        0,
        Optional.empty(),
        "digest");
  }

  // --- moves

  @Test
  void aMovableJobMovesToAnEarlierStartAndHoldsWhatThatCosts() {
    booked(true);

    book.write(moved(599_999, 700));

    var job = book.state().require("j");
    assertThat(job.window().orElseThrow().start()).isEqualTo(599_999);
    assertThat(job.movable()).isTrue();
    assertThat(job.money()).isEqualTo(new JobRecord.Funds(700, 0, 0));
    assertThat(account("a").balanceMilli()).isEqualTo(11_300);
    book.write(moved(599_998, 650));
    assertThat(book.state().require("j").money()).isEqualTo(new JobRecord.Funds(650, 0, 50));
    assertThat(entries()).containsExactly("a HOLD 0 600", "a HOLD 0 100", "a PAY_BACK 0 -50");
  }

  @Test
  void aMoveAtTheSameCostIsNoEntryOfTheLedger() {
    booked(true);

    book.write(moved(0, 600));

    assertThat(entries()).containsExactly("a HOLD 0 600");
  }

  @Test
  void aJobMovesNeitherToTheSameStartNorToALaterOne() {
    booked(true);

    assertRefused(moved(600_000, 1));
    assertRefused(moved(600_001, 1));
    assertRefused(new BookEvent.JobMoved("j", 0, window(0, 1, 1), List.of("d-0", "d-1")));
    assertRefused(new BookEvent.JobMoved("j", 0, window(0, 1, 1), List.of("d-0")));
  }

  @Test
  void aJobThatIsNotMovableStaysWhereItIs() {
    booked(false);

    assertRefused(moved(0, 600));
  }

  // --- claims

  @Test
  void aClaimHoldsWhatItCostsAndPaysItsFeeToTheOwnersOfEachNode() {
    var window = window(0, 600, 0);
    book.write(made(ClaimRecord.Kind.RESERVATION, 0, "a", window, 50));

    assertThat(account("a").balanceMilli()).isEqualTo(12_000 - 600 - 100);
    assertThat(account("a").heldMilli()).isEqualTo(600);
    assertThat(account(AccountRecord.ownersOf("d")).balanceMilli()).isEqualTo(100);
    var claim = book.state().market().claims().get("c0").orElseThrow();
    assertThat(claim.money()).isEqualTo(new JobRecord.Funds(600, 100, 0));
    assertThat(claim.state()).isEqualTo(ClaimRecord.State.OPEN);
    assertThat(book.state().market().nextClaim()).isEqualTo(1);
  }

  @Test
  void aClaimEndsWithWhatWasUsedAndTheRestComesBack() {
    book.write(made(ClaimRecord.Kind.RESERVATION, 0, "a", window(0, 600, 600), 0));

    book.write(over(250L, 0L));

    assertThat(entries())
        .containsExactlyInAnyOrder(
            "a HOLD 0 1200", "a CHARGE -250 -250", "a PAY_BACK 0 -950", "owners-d CHARGE 250 0");
    var claim = book.state().market().claims().get("c0").orElseThrow();
    assertThat(claim.money()).isEqualTo(new JobRecord.Funds(0, 250, 950));
    assertThat(claim.ended()).contains(SmallBook.NOW);
    assertRefused(over());
  }

  @Test
  void aClaimThatIsUsedUpPaysNothingBackAndOneForNothingIsNoEntry() {
    book.write(made(ClaimRecord.Kind.RESERVATION, 0, "a", window(0, 600), 0));
    book.write(over(600L));
    book.write(made(ClaimRecord.Kind.MAINTENANCE, 1, "", window(0, 0), 0));
    book.write(new BookEvent.ClaimEnded("c1", ClaimRecord.State.RELEASED, List.of(0L)));

    assertThat(entries())
        .containsExactlyInAnyOrder("a HOLD 0 600", "a CHARGE -600 -600", "owners-d CHARGE 600 0");
  }

  @Test
  void aClaimIsChargedNoMoreThanItsPartsCost() {
    book.write(made(ClaimRecord.Kind.RESERVATION, 0, "a", window(0, 600, 600), 0));

    assertRefused(over(601L, 0L));
    assertRefused(over(-1L, 0L));
    assertRefused(over(1L, 1L, 1L));
    assertRefused(new BookEvent.ClaimEnded("c0", ClaimRecord.State.OPEN, List.of()));
    assertRefused(new BookEvent.ClaimEnded("c9", ClaimRecord.State.OVER, List.of()));
    book.write(made(ClaimRecord.Kind.LOCAL, 1, "", window(0, 0), 0));
    assertRefused(new BookEvent.ClaimEnded("c1", ClaimRecord.State.OVER, List.of(1L)));
    book.write(over(600L, 600L));
  }

  @Test
  void aClaimIsMadeOnceForNodesAndAnAccountThatThereAre() {
    var window = window(0, 600);
    book.write(made(ClaimRecord.Kind.RESERVATION, 3, "a", window, 0));

    assertRefused(made(ClaimRecord.Kind.RESERVATION, 3, "a", window, 0));
    assertRefused(made(ClaimRecord.Kind.RESERVATION, 2, "a", window, 0));
    assertRefused(made(ClaimRecord.Kind.RESERVATION, 4, "a", window, -1));
    assertRefused(made(ClaimRecord.Kind.RESERVATION, 4, "b", window, 0));
    assertRefused(made(ClaimRecord.Kind.RESERVATION, 4, "", window, 0));
    assertRefused(made(ClaimRecord.Kind.RESERVATION, 4, "", window(0, 0), 1));
    book.write(made(ClaimRecord.Kind.LOCAL, 4, "", window(0, 0), 0));
  }

  @Test
  void anOfferOfAnOldBookHoldsNothing() {
    var window = window(0, 600);
    for (boolean holds : List.of(false, true)) {
      long number = holds ? 1 : 0;
      var terms = new ClaimRecord.OfferTerms("w", SmallBook.NOW, holds);
      book.write(
          new BookEvent.ClaimMade(
              "c" + number,
              number,
              ClaimRecord.Kind.OFFER,
              "u",
              "a",
              "n",
              window,
              names(window),
              Optional.of(terms),
              0,
              Optional.of("k" + number),
              "digest"));

      assertThat(account("a").heldMilli()).isEqualTo(holds ? 600 : 0);
      assertThat(book.state().made("u", "a", "k" + number).orElseThrow().made())
          .isEqualTo("c" + number);
    }
  }

  // --- owners

  @Test
  void aNodeIsSilentSinceItWasFirstForTheSameReason() {
    var early = new Silence(Silence.Cause.NO_AGENT, Instant.EPOCH);
    var late = new Silence(Silence.Cause.NO_AGENT, Instant.EPOCH.plusSeconds(1));
    book.write(BookEvent.SalesStopped.of(new TreeMap<>(Map.of("d-0", early))));

    book.write(BookEvent.SalesStopped.of(new TreeMap<>(Map.of("d-0", late, "d-1", late))));

    assertThat(book.state().market().silent()).isEqualTo(Map.of("d-0", early, "d-1", late));
    var causes = List.of(Silence.Cause.values());
    var other =
        new Silence(
            causes.stream().filter(cause -> cause != early.cause()).findFirst().orElseThrow(),
            Instant.EPOCH.plusSeconds(2));
    book.write(BookEvent.SalesStopped.of(new TreeMap<>(Map.of("d-0", other))));
    assertThat(book.state().market().silent()).isEqualTo(Map.of("d-0", other));
    book.write(new BookEvent.SalesStopped(List.of("d-2"), Optional.empty()));
    assertThat(book.state().market().silent())
        .isEqualTo(Map.of("d-2", new Silence(Silence.Cause.NO_AGENT, SmallBook.NOW)));
  }

  @Test
  void labelsAndPoliciesAreKept() {
    booked(false);
    var policy = NodePolicy.simple("d-0", 7);

    book.write(new BookEvent.JobLabelled("j", Map.of("l", "v")));
    book.write(new BookEvent.PolicySet(policy));

    assertThat(book.state().require("j").spec().labels()).isEqualTo(Map.of("l", "v"));
    assertThat(book.state().market().policies().get("d-0")).contains(policy);
  }

  @Test
  void aPolicyHasItsLeastPriceAndTheOneOfTheFirstTariffThatHolds() {
    var noon = new WeekTimes(List.of(), 12 * 60, 14 * 60);
    var day = new WeekTimes(List.of(), 8 * 60, 18 * 60);
    var tariffs = List.of(new NodePolicy.Tariff(noon, 5), new NodePolicy.Tariff(day, 20));
    var policy = new NodePolicy("d-0", 10, tariffs, 0, true, List.of(day));

    assertThat(policy.leastPriceMilli()).isEqualTo(5);
    assertThat(NodePolicy.simple("d-0", 10).leastPriceMilli()).isEqualTo(10);
    assertThat(policy.priceAt(SmallBook.NOW)).isEqualTo(5); // 13:20
    assertThat(policy.priceAt(SmallBook.NOW.plusSeconds(3600))).isEqualTo(20);
    assertThat(policy.priceAt(SmallBook.NOW.plusSeconds(6 * 3600))).isEqualTo(10);
    assertThat(policy.isForSaleAt(SmallBook.NOW)).isTrue();
    assertThat(policy.isForSaleAt(SmallBook.NOW.plusSeconds(6 * 3600))).isFalse();
    var closed = new NodePolicy("d-0", 10, tariffs, 0, false, List.of(day));
    assertThat(closed.isForSaleAt(SmallBook.NOW)).isFalse();
    assertThat(NodePolicy.simple("d-0", 1).isForSaleAt(SmallBook.NOW)).isTrue();
  }

  @Test
  void eachKindHasItsNameOutsideTheProgram() {
    assertThat(ClaimRecord.Kind.values())
        .extracting(ClaimRecord.Kind::label)
        .containsExactly("offer", "reservation", "maintenance", "local");
    assertThat(ClaimRecord.Kind.values())
        .extracting(ClaimRecord.Kind::prefix)
        .containsExactly("o-", "r-", "m-", "l-");
    assertThat(ClaimRecord.State.LAPSED.label()).isEqualTo("lapsed");
    assertThat(LedgerEntry.Kind.PAY_BACK.label()).isEqualTo("pay-back");
    assertThat(DrainMode.GIVE_BACK.label()).isEqualTo("giveBack");
    assertThat(Role.ADMIN.label()).isEqualTo("admin");
    assertThat(NodeLoss.values()).extracting(NodeLoss::label).containsExactly("fail", "requeue");
  }
}
