package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.ClaimRecord;
import io.metasched.service.book.ClaimRecord.Kind;
import io.metasched.service.book.DrainMode;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.plan.JobCommands.Outcome;
import io.metasched.service.plan.JobCommands.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Decisions on offers, reservations and owners' local jobs. The time is 13:20. Account a has a
 * balance of 12.000, which pays for 20 minutes of a node at 0.010 per second.
 */
final class MarketCommandsTest {
  private static final Instant NOW = SmallBook.NOW;
  private static final long FEE = 100;
  private static final int FIRM_OFFERS = 2;
  private static final long ANY = Long.MAX_VALUE;

  private final SmallBook book = new SmallBook();
  private final MarketCommands commands = commands(Quotas.NONE);
  private final OfferCommands offers = commands.offers();

  private MarketCommands commands(Quotas quotas) {
    var settings =
        new MarketSettings(
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            Duration.ofMinutes(5),
            FEE,
            FIRM_OFFERS);
    return new MarketCommands(book.fleet, book.settings, settings, quotas);
  }

  private static JobSpec spec(int nodes, long seconds, String more) {
    return SmallBook.spec(
        "{'nodes':%d,'work':{'duration':'PT%dS'}%s}".formatted(nodes, seconds, more));
  }

  /** Returns a window at the list prices of its nodes. */
  private Window window(long fromMinute, long seconds, String... nodes) {
    var parts = new ArrayList<Part>();
    for (var name : nodes) {
      var node = book.fleet.numbered().get(book.fleet.number(name).orElseThrow());
      long from = Duration.ofMinutes(fromMinute).toMillis();
      parts.add(Part.on(node, from, seconds * 1000, node.priceMilli()));
    }
    return new Window(parts);
  }

  private WindowOffer offer(JobSpec spec, long fromMinute, long seconds, String... nodes) {
    return new WindowOffer(
        "f-1",
        WindowOffer.wanted(spec),
        window(fromMinute, seconds, nodes),
        List.of(nodes),
        false,
        NOW.plusSeconds(60));
  }

  private BookEvent.JobSubmitted submitted(JobSpec spec) {
    return new BookEvent.JobSubmitted(
        "j", book.state().nextNumber(), "u", spec, Optional.empty(), "digest");
  }

  private BookDecision<Result> take(WindowOffer offer, JobSpec spec, Instant now) {
    return offers.take(book.state(), offer, spec, submitted(spec), now);
  }

  /** Writes the events of a decision that must have succeeded; returns the id. */
  private String written(BookDecision<Result> decision) {
    assertThat(decision.answer().outcome()).isEqualTo(Outcome.DONE);
    decision.events().forEach(book::write);
    return decision.answer().id();
  }

  private static void assertRefused(BookDecision<Result> decision, Outcome outcome, String code) {
    assertThat(decision.answer().outcome()).isEqualTo(outcome);
    assertThat(decision.answer().why().code()).isEqualTo(code);
    assertThat(decision.events()).isEmpty();
  }

  private WindowOffer held(JobSpec spec, long fromMinute, long seconds, String... nodes) {
    var id =
        written(offers.hold(book.state(), offer(spec, fromMinute, seconds, nodes), spec, "u", NOW));
    return OfferCommands.held(book.state(), id).orElseThrow();
  }

  // --- accepted offers

  @Test
  void anOfferIsBookedAsOfferedWithAllOfTheMoneyWhereItCostsThat() {
    var spec = spec(1, 1200, "");
    var offer = offer(spec, 10, 1200, "d-0");

    var decision = take(offer, spec, NOW);

    assertThat(decision.answer()).isEqualTo(new Result(Outcome.DONE, "j"));
    assertThat(decision.events())
        .containsExactly(
            submitted(spec),
            new BookEvent.JobBooked("j", -1, 0, offer.window(), List.of("d-0"), false));
  }

  @Test
  void anOfferThatCostsMoreThanThereIsIsNotTaken() {
    var spec = spec(1, 1201, "");

    var decision = take(offer(spec, 10, 1201, "d-0"), spec, NOW);

    assertRefused(decision, Outcome.OVER_BUDGET, "budget");
    assertThat(decision.answer().why().text())
        .isEqualTo("it costs 12.010, but the account has 12.000");
  }

  @Test
  void anOfferMayBeTakenUpToTheLastInstantOfItsTimeAndNoLater() {
    var spec = spec(1, 60, "");
    var offer = offer(spec, 10, 60, "d-0");

    assertThat(take(offer, spec, offer.validUntil()).answer().outcome()).isEqualTo(Outcome.DONE);
    var late = take(offer, spec, offer.validUntil().plusMillis(1));
    assertRefused(late, Outcome.OFFER_GONE, "offer-gone");
    assertThat(late.answer().why().text())
        .isEqualTo("the offer f-1 was valid until 2026-01-07T13:21:00Z");
  }

  @Test
  void anOfferMayBeTakenUpHalfTheLeadBeforeItsStartAndNoLater() {
    var spec = spec(1, 60, "");
    var soon = offer(spec, 1, 60, "d-0");
    var latest = NOW.plusSeconds(59);

    assertThat(offers.latestTaking(book.state(), soon.window())).isEqualTo(latest);
    assertThat(take(soon, spec, latest).answer().outcome()).isEqualTo(Outcome.DONE);
    assertRefused(take(soon, spec, latest.plusMillis(1)), Outcome.OFFER_GONE, "offer-gone");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10 | ,'budget':{'total':'0.6'}                            | true",
        "10 | ,'budget':{'total':'0.599'}                          | false",
        "10 | ,'budget':{'pricePerSlot':'0.010'}                   | true",
        "10 | ,'budget':{'pricePerSlot':'0.009'}                   | false",
        "10 | ,'start':{'notBefore':'2026-01-07T13:30:00Z'}        | true",
        "10 | ,'start':{'notBefore':'2026-01-07T13:30:00.001Z'}    | false",
        "10 | ,'start':{'deadline':'2026-01-07T13:31:00Z'}         | true",
        "10 | ,'start':{'deadline':'2026-01-07T13:30:59.999Z'}     | false"
      })
  void anOfferIsTakenOnlyWithinTheLimitsOfTheJob(long minute, String limits, boolean isTaken) {
    var spec = spec(1, 60, limits);
    var offer = offer(spec, minute, 60, "d-0");

    var decision = take(offer, spec, NOW);

    assertThat(OfferCommands.isWithin(book.state(), spec, offer.window())).isEqualTo(isTaken);
    if (isTaken) {
      assertThat(decision.answer().outcome()).isEqualTo(Outcome.DONE);
    } else {
      assertRefused(decision, Outcome.IMPOSSIBLE, "offer-over-limits");
      assertThat(decision.answer().why().text())
          .isEqualTo(
              "the offer f-1, from 2026-01-07T13:30:00Z to 2026-01-07T13:31:00Z for 0.600, is not"
                  + " within the limits of the job");
    }
  }

  @Test
  void anOfferIsTakenOnlyForTheJobThatItWasMadeFor() {
    var decision = take(offer(spec(1, 60, ""), 10, 60, "d-0"), spec(1, 61, ""), NOW);

    assertRefused(decision, Outcome.IMPOSSIBLE, "offer-of-another-job");
  }

  @Test
  void anOfferIsGoneOnceAnotherHasSomeOfItsTime() {
    var spec = spec(1, 60, "");
    book.submit("other", spec);
    book.book("other", "d-0", 9, 1);
    assertThat(take(offer(spec, 10, 60, "d-0"), spec, NOW).answer().outcome())
        .isEqualTo(Outcome.DONE);

    book.submit("next", spec);
    book.book("next", "d-0", 10, 1);

    var decision = take(offer(spec, 10, 60, "d-0"), spec, NOW);
    assertRefused(decision, Outcome.OFFER_GONE, "offer-gone");
    assertThat(decision.answer().why().text())
        .isEqualTo("the offer f-1 is gone: its time was taken, or is not sold at its price");
  }

  @Test
  void anOfferOfADrainedNodeIsGoneAlsoAFirmOne() {
    var spec = spec(1, 60, "");
    var firm = held(spec, 20, 60, "d-0");
    book.write(new BookEvent.NodeDrained("d-0", DrainMode.SELL_NOTHING, "repair"));

    assertRefused(take(offer(spec, 10, 60, "d-0"), spec, NOW), Outcome.OFFER_GONE, "offer-gone");
    assertRefused(take(firm, spec, NOW), Outcome.OFFER_GONE, "offer-gone");
    assertRefused(
        offers.hold(book.state(), offer(spec, 10, 60, "d-0"), spec, "u", NOW),
        Outcome.OFFER_GONE,
        "offer-gone");
  }

  @Test
  void aRaisedPriceEndsAnOfferButNotAFirmOne() {
    var spec = spec(1, 60, "");
    var firm = held(spec, 20, 60, "d-0");
    book.write(new BookEvent.PolicySet(NodePolicy.simple("d-0", 11)));

    assertRefused(take(offer(spec, 10, 60, "d-0"), spec, NOW), Outcome.OFFER_GONE, "offer-gone");
    assertThat(take(firm, spec, NOW).answer().outcome()).isEqualTo(Outcome.DONE);
  }

  // --- firm offers

  @Test
  void aFirmOfferHoldsItsTimeForAFeeForEachNode() {
    var spec = spec(2, 590, "");
    var offer = offer(spec, 10, 590, "d-0", "d-1"); // 11.800, and twice 0.100

    var decision = offers.hold(book.state(), offer, spec, "u", NOW);

    var made = (BookEvent.ClaimMade) decision.events().get(0);
    var terms =
        new ClaimRecord.OfferTerms(WindowOffer.wanted(spec), NOW.plus(Duration.ofMinutes(5)), true);
    assertThat(decision.events()).hasSize(1);
    assertThat(made.kind()).isEqualTo(Kind.OFFER);
    assertThat(made.id()).startsWith("o-").isEqualTo(decision.answer().id());
    assertThat(made.user()).isEqualTo("u");
    assertThat(made.account()).isEqualTo("a");
    assertThat(made.window()).isEqualTo(offer.window());
    assertThat(made.nodes()).containsExactly("d-0", "d-1");
    assertThat(made.terms()).contains(terms);
    assertThat(made.feeMilli()).isEqualTo(FEE);
    written(decision);
    assertThat(book.state().account("a").orElseThrow().balanceMilli()).isZero();
    assertThat(book.state().account("a").orElseThrow().heldMilli()).isEqualTo(11_800);
    assertThat(OfferCommands.held(book.state(), made.id()))
        .contains(
            new WindowOffer(
                made.id(),
                WindowOffer.wanted(spec),
                offer.window(),
                offer.nodes(),
                true,
                terms.lapses()));
  }

  @Test
  void aFirmOfferIsRefusedWhereItsFeeIsNotThere() {
    var spec = spec(2, 591, "");

    var decision = offers.hold(book.state(), offer(spec, 10, 591, "d-0", "d-1"), spec, "u", NOW);

    assertRefused(decision, Outcome.OVER_BUDGET, "budget");
    assertThat(decision.answer().why().text())
        .isEqualTo("it costs, with its fee, 12.020, but the account has 12.000");
  }

  @Test
  void anAccountHasTwoFirmOffersAtOnceAndReservationsBesides() {
    var spec = spec(1, 60, "");
    written(reserve(reservation("d-2", NOW, 60)));
    held(spec, 10, 60, "d-0");
    assertThat(offers.hold(book.state(), offer(spec, 20, 60, "d-0"), spec, "u", NOW).events())
        .hasSize(1);
    held(spec, 20, 60, "d-0");

    var third = offers.hold(book.state(), offer(spec, 30, 60, "d-0"), spec, "u", NOW);

    assertRefused(third, Outcome.OVER_QUOTA, "firm-offers");
    assertThat(third.answer().why().text())
        .isEqualTo("the account a has 2 firm offers, and may have 2");
    book.write(new BookEvent.AccountOpened("b", 1));
    book.write(new BookEvent.Deposited("b", 12_000, Optional.empty(), ""));
    var other = spec(1, 60, ",'account':'b'");
    assertThat(offers.hold(book.state(), offer(other, 30, 60, "d-0"), other, "u", NOW).events())
        .hasSize(1);
  }

  @Test
  void aReservationIsNoOfferThatIsHeld() {
    var id = written(reserve(reservation("d-0", NOW, 60)));

    assertThat(OfferCommands.held(book.state(), id)).isEmpty();
    assertThat(OfferCommands.held(book.state(), "x")).isEmpty();
  }

  @Test
  void aFirmOfferIsTakenWithTheMoneyThatItHolds() {
    var spec = spec(1, 1190, "");
    var firm = held(spec, 10, 1190, "d-0"); // 11.900, and 0.100

    var decision = take(firm, spec, NOW.plus(Duration.ofMinutes(5)));

    var submitted = submitted(spec);
    assertThat(decision.events())
        .containsExactly(
            new BookEvent.ClaimEnded(firm.id(), ClaimRecord.State.TAKEN, List.of()),
            submitted,
            new BookEvent.JobBooked("j", -1, 300_000, firm.window(), List.of("d-0"), false));
    written(decision);
    assertThat(book.state().account("a").orElseThrow().heldMilli()).isEqualTo(11_900);
    assertThat(OfferCommands.held(book.state(), firm.id())).isEmpty();
    assertRefused(take(firm, spec, NOW), Outcome.OFFER_GONE, "offer-gone");
  }

  @Test
  void timeHeldByAFirmOfferIsNotForOthers() {
    var spec = spec(1, 60, "");
    held(spec, 10, 60, "d-0");

    assertRefused(take(offer(spec, 10, 60, "d-0"), spec, NOW), Outcome.OFFER_GONE, "offer-gone");
    assertRefused(
        offers.hold(book.state(), offer(spec, 10, 60, "d-0"), spec, "u", NOW),
        Outcome.OFFER_GONE,
        "offer-gone");
  }

  @Test
  void aClaimOverTheQuotaIsRefused() {
    var strict = commands(new Quotas(9, ANY, ANY, 1, ANY, ANY));
    var spec = spec(1, 60, "");
    held(spec, 10, 60, "d-0");

    var decision = strict.offers().hold(book.state(), offer(spec, 20, 60, "d-0"), spec, "u", NOW);

    assertRefused(decision, Outcome.OVER_QUOTA, "account-reservations");
    assertThat(strict.quotas().accountClaims()).isEqualTo(1);
    assertThat(strict.settings().firmOffers()).isEqualTo(FIRM_OFFERS);
  }

  // --- reservations

  private static ReservationSpec reservation(String node, Instant start, long seconds) {
    return reservation(List.of(node), start, seconds, WindowRequest.NO_LIMIT, false);
  }

  private static ReservationSpec reservation(
      List<String> nodes, Instant start, long seconds, long costLimit, boolean maintenance) {
    return new ReservationSpec(
        maintenance ? "" : "a",
        "n",
        Math.max(1, nodes.size()),
        nodes,
        Requirements.NONE,
        costLimit,
        start,
        Duration.ofSeconds(seconds),
        maintenance);
  }

  private BookDecision<Result> reserve(ReservationSpec spec) {
    return reserve(spec, Optional.empty(), "digest");
  }

  private BookDecision<Result> reserve(ReservationSpec spec, Optional<String> key, String digest) {
    return commands.reserve(book.state(), spec, "u", key, digest, NOW);
  }

  @Test
  void aReservationFromNowOnMayCostAllOfTheMoney() {
    var decision = reserve(reservation("d-0", NOW, 1200));

    var made = (BookEvent.ClaimMade) decision.events().get(0);
    assertThat(made.kind()).isEqualTo(Kind.RESERVATION);
    assertThat(made.id()).startsWith("r-");
    assertThat(made.window()).isEqualTo(window(0, 1200, "d-0"));
    assertThat(made.nodes()).containsExactly("d-0");
    assertThat(made.feeMilli()).isZero();
    assertThat(made.terms()).isEmpty();
    assertRefused(reserve(reservation("d-0", NOW, 1201)), Outcome.OVER_BUDGET, "budget");
  }

  @Test
  void aReservationMayCostItsBudgetAndNoMore() {
    var fits = reservation(List.of("d-0"), NOW, 60, 600, false);
    var tooDear = reserve(reservation(List.of("d-0"), NOW, 60, 599, false));

    assertThat(reserve(fits).answer().outcome()).isEqualTo(Outcome.DONE);
    assertRefused(tooDear, Outcome.IMPOSSIBLE, "below-any-price");
    assertThat(tooDear.answer().why().text())
        .isEqualTo("it needs at least 0.600, but its budget is 0.599");
  }

  @Test
  void theCheapestNodesThatAreVacantAreReservedUnlessOthersAreNamed() {
    book.submit("j", spec(1, 60, ""));
    book.book("j", "d-0", 0, 1);
    var any =
        new ReservationSpec(
            "a", "n", 1, List.of(), Requirements.NONE, 9000, NOW, Duration.ofSeconds(60), false);

    assertThat(((BookEvent.ClaimMade) reserve(any).events().get(0)).nodes()).containsExactly("d-1");
    assertThat(
            ((BookEvent.ClaimMade) reserve(reservation("d-2", NOW, 60)).events().get(0)).window())
        .isEqualTo(window(0, 60, "d-2"));
    var taken = reserve(reservation("d-0", NOW, 60));
    assertRefused(taken, Outcome.TIME_TAKEN, "time-taken");
    assertThat(taken.answer().why().text()).isEqualTo("job j has d-0 at that time");
    // vacant from its end on
    assertThat(reserve(reservation("d-0", NOW.plusSeconds(60), 60)).events()).hasSize(1);
  }

  @Test
  void timeThatIsNotForSaleIsNotReserved() {
    book.write(new BookEvent.PolicySet(new NodePolicy("d-0", 10, List.of(), 0, false, List.of())));

    var decision = reserve(reservation("d-0", NOW, 60));

    assertRefused(decision, Outcome.TIME_TAKEN, "time-taken");
    assertThat(decision.answer().why().text())
        .isEqualTo("too few nodes are vacant and for sale at that time");
    assertThat(commands.policy(book.state(), 0).forSale()).isFalse();
    assertThat(commands.policy(book.state(), 2)).isEqualTo(NodePolicy.simple("d-2", 12));
  }

  @Test
  void aReservationLiesBetweenNowAndTheEndOfWhatIsPlanned() {
    var week = NOW.plus(Duration.ofDays(7));
    var late = reserve(reservation("d-0", week.minusSeconds(59), 60));
    var past = reserve(reservation("d-0", NOW.minusSeconds(60), 600));

    assertThat(reserve(reservation("d-0", week.minusSeconds(60), 60)).events()).hasSize(1);
    assertThat(late.answer().why())
        .isEqualTo(
            new Reason(
                "beyond-horizon",
                "it ends in 604801 seconds, but only 604800 seconds are planned ahead"));
    assertThat(past.answer().why())
        .isEqualTo(
            new Reason("start-passed", "its start, 2026-01-07T13:19:00Z, passed 60 seconds ago"));
    assertThat(past.answer().outcome()).isEqualTo(Outcome.IMPOSSIBLE);
  }

  @Test
  void aReservationIsMadeOnceForAKey() {
    var key = Optional.of("/v1/reservations\nk");
    var spec = reservation("d-0", NOW, 60);
    var id = written(reserve(spec, key, "digest"));

    var again = reserve(spec, key, "digest");
    var other = reserve(spec, key, "other");

    assertThat(again).isEqualTo(BookDecision.none(new Result(Outcome.REPLAYED, id)));
    assertThat(other).isEqualTo(BookDecision.none(new Result(Outcome.KEY_REUSED, id)));
  }

  private void madeBefore(String id, long number, Kind kind, String account, Window window) {
    book.write(
        new BookEvent.ClaimMade(
            id,
            number,
            kind,
            "u",
            account,
            "n",
            window,
            book.fleet.names(window),
            Optional.empty(),
            0,
            Optional.of("k"),
            "digest"));
  }

  @Test
  void aKeyOfAnEarlierVersionIsThatOfTheAccountOrTheOwner() {
    var key = Optional.of("/v1/reservations\nk");
    madeBefore("r-1", 0, Kind.RESERVATION, "a", window(0, 60, "d-0"));
    var spec = reservation("d-0", NOW, 60);
    var work = reservation(List.of("d-1"), NOW, 60, 0, true);

    assertThat(reserve(spec, key, "digest").answer())
        .isEqualTo(new Result(Outcome.REPLAYED, "r-1"));
    assertThat(reserve(work, key, "digest").answer().outcome()).isEqualTo(Outcome.DONE);
    var free = new Window(List.of(new Part(1, Span.of(0, 60_000), 0, 0, 0)));
    madeBefore("m-1", 1, Kind.MAINTENANCE, "", free);
    assertThat(reserve(work, key, "digest").answer())
        .isEqualTo(new Result(Outcome.REPLAYED, "m-1"));
  }

  @Test
  void aReservationNamesAnAccountAndNodesThatThereAre() {
    var foreign =
        new ReservationSpec(
            "b", "n", 1, List.of(), Requirements.NONE, 9, NOW, Duration.ofSeconds(60), false);

    assertThat(reserve(foreign).answer()).isEqualTo(new Result(Outcome.NO_ACCOUNT, "b"));
    var bank =
        new ReservationSpec(
            "bank", "n", 1, List.of(), Requirements.NONE, 9, NOW, Duration.ofSeconds(60), false);
    assertThat(book.state().account("bank")).isPresent();
    assertThat(reserve(bank).answer()).isEqualTo(new Result(Outcome.NO_ACCOUNT, "bank"));
    assertThat(reserve(reservation("d-9", NOW, 60)).answer())
        .isEqualTo(new Result(Outcome.NO_NODE, "d-9"));
  }

  @Test
  void theOwnersOwnWorkTakesVacantTimeForNothing() {
    var work = reservation(List.of("d-0", "d-2"), NOW.plusSeconds(60), 6000, 0, true);

    var made = (BookEvent.ClaimMade) reserve(work).events().get(0);

    assertThat(made.kind()).isEqualTo(Kind.MAINTENANCE);
    assertThat(made.nodes()).containsExactly("d-0", "d-2");
    assertThat(made.window().costMilli()).isZero();
    assertThat(made.window().parts())
        .extracting(Part::span)
        .containsOnly(Span.of(60_000, 6_000_000));
    book.submit("j", spec(1, 60, ""));
    book.book("j", "d-2", 101, 1);
    assertThat(reserve(work).events()).hasSize(1);
    book.submit("k", spec(1, 60, ""));
    book.book("k", "d-2", 100, 1);
    assertRefused(reserve(work), Outcome.TIME_TAKEN, "time-taken");
  }

  // --- local jobs of owners

  private BookDecision<Result> local(String node, Instant from, long minutes) {
    long millis = Duration.ofMinutes(minutes).toMillis();
    return commands.localJob(book.state(), node, "n", "u", from, millis, NOW);
  }

  @Test
  void aJobOfAnOwnerGetsTheEarliestTimeThatIsVacant() {
    book.submit("j", spec(1, 60, ""));
    book.book("j", "d-0", 5, 10);

    var fits = (BookEvent.ClaimMade) local("d-0", NOW, 5).events().get(0);
    var waits = (BookEvent.ClaimMade) local("d-0", NOW.minusSeconds(9), 6).events().get(0);
    var later = (BookEvent.ClaimMade) local("d-0", NOW.plusSeconds(7200), 6).events().get(0);

    assertThat(fits.window().parts()).containsExactly(new Part(0, Span.of(0, 300_000), 0, 0, 0));
    assertThat(waits.window().start()).isEqualTo(900_000);
    assertThat(later.window().start()).isEqualTo(7_200_000);
    assertThat(fits.kind()).isEqualTo(Kind.LOCAL);
    assertThat(fits.account()).isEmpty();
    assertThat(fits.nodes()).containsExactly("d-0");
    assertThat(local("d-9", NOW, 5).answer()).isEqualTo(new Result(Outcome.NO_NODE, "d-9"));
  }

  @Test
  void aJobOfAnOwnerThatFitsNowhereIsRefused() {
    var week = Duration.ofDays(7).toMinutes();

    assertThat(local("d-0", NOW, week).events()).hasSize(1);
    var decision = local("d-0", NOW, week + 1);
    assertRefused(decision, Outcome.TIME_TAKEN, "time-taken");
    assertThat(decision.answer().why().text())
        .isEqualTo("d-0 has no vacant time of 7 days before 2026-01-14T13:20:00Z");
  }

  // --- ends

  private List<Long> charged(String id, long afterSeconds) {
    var decision = MarketCommands.release(book.state(), id, NOW.plusSeconds(afterSeconds));
    var ended = (BookEvent.ClaimEnded) decision.events().get(0);
    assertThat(ended.state()).isEqualTo(ClaimRecord.State.RELEASED);
    assertThat(decision.answer()).isEqualTo(new Result(Outcome.DONE, id));
    return ended.chargedMilli();
  }

  @Test
  void ofAReservationThatIsGivenUpTheTimeUsedIsPaid() {
    var id =
        written(
            reserve(
                reservation(
                    List.of("d-0", "d-2"),
                    NOW.plusSeconds(60),
                    60,
                    WindowRequest.NO_LIMIT,
                    false)));

    assertThat(charged(id, 0)).containsExactly(0L, 0L);
    assertThat(charged(id, 60)).containsExactly(0L, 0L);
    assertThat(charged(id, 75)).containsExactly(150L, 180L);
    assertThat(charged(id, 120)).containsExactly(600L, 720L);
    assertThat(charged(id, 999)).containsExactly(600L, 720L);
  }

  @Test
  void anOfferThatIsGivenUpIsNotPaidNorIsTheOwnersWork() {
    var offer = held(spec(1, 60, ""), 0, 60, "d-0");
    var work = written(reserve(reservation(List.of("d-1"), NOW, 60, 0, true)));

    assertThat(charged(offer.id(), 30)).isEmpty();
    assertThat(charged(work, 30)).isEmpty();
  }

  @Test
  void aClaimIsGivenUpOnce() {
    var id = written(reserve(reservation("d-0", NOW, 60)));
    written(MarketCommands.release(book.state(), id, NOW));

    assertThat(MarketCommands.release(book.state(), id, NOW))
        .isEqualTo(BookDecision.none(new Result(Outcome.IS_OVER, id)));
    assertThat(MarketCommands.release(book.state(), "x", NOW))
        .isEqualTo(BookDecision.none(new Result(Outcome.NO_CLAIM, "x")));
  }

  @Test
  void claimsEndWhenTheirTimeIsOverAndFirmOffersWhenTheyLapse() {
    var offer = held(spec(1, 60, ""), 30, 60, "d-0");
    var reserved = written(reserve(reservation("d-1", NOW, 299)));
    var lapses = NOW.plusSeconds(300);

    assertThat(MarketCommands.due(book.state(), NOW.plusMillis(298_999))).isEmpty();
    assertThat(MarketCommands.due(book.state(), NOW.plusMillis(299_000)))
        .containsExactly(
            new BookEvent.ClaimEnded(reserved, ClaimRecord.State.OVER, List.of(2_990L)));
    book.write(MarketCommands.due(book.state(), NOW.plusSeconds(299)).get(0));
    assertThat(MarketCommands.due(book.state(), lapses.minusMillis(1))).isEmpty();
    assertThat(MarketCommands.due(book.state(), lapses))
        .containsExactly(new BookEvent.ClaimEnded(offer.id(), ClaimRecord.State.LAPSED, List.of()));
  }
}
