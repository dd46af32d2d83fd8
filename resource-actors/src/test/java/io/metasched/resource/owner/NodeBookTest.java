package io.metasched.resource.owner;

import static io.metasched.resource.fixture.Pictures.node;
import static io.metasched.resource.fixture.Pictures.span;
import static io.metasched.resource.fixture.Pictures.spans;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.pricing.DiscountOverTime;
import io.metasched.resource.pricing.ListPricing;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Offers, holds, bookings and local jobs of a node's book. In the pictures, {@code #} is vacant,
 * held, booked or requested time, depending on the test.
 */
final class NodeBookTest {
  private static final JobId JOB = JobId.of(1);
  private static final JobId OTHER = JobId.of(2);
  private static final long LATER = 1_000_000;
  private static final Span ALWAYS = new Span(0, LATER);

  // opening

  @Test
  void openedTimeIsVacantExceptForTheStaticLoad() {
    var book = new NodeBook(node("n1"), new ListPricing());

    book.open(8000, spans("..##...#"), 0);

    assertThat(book.vacantSpans()).isEqualTo(spans("##..###."));
    assertThat(book.localRuns()).extracting(LocalRun::span).isEqualTo(spans("..##...#"));
    assertThat(book.localRuns()).allMatch(LocalRun::planned).allMatch(run -> run.waitTicks() == 0);
    assertThat(book.openedUntil()).isEqualTo(8000);
  }

  @Test
  void laterHorizonsContinueTheVacantTime() {
    var book = book("####");

    book.open(8000, spans("......##"), 0);

    assertThat(book.vacantSpans()).isEqualTo(spans("######.."));
  }

  @Test
  void timeIsOpenedOnce() {
    var book = book("####");
    long version = book.version();

    book.open(4000, spans("#..."), 0);
    book.open(3000, List.of(), 0);

    assertThat(book.vacantSpans()).isEqualTo(spans("####"));
    assertThat(book.version()).isEqualTo(version);
  }

  @Test
  void staticLoadOutsideTheNewTimeIsAnError() {
    var book = book("#..#");

    assertThatIllegalStateException().isThrownBy(() -> book.open(6000, spans("..#..."), 0));
  }

  // offers

  @Test
  void vacantTimeInTheWindowIsOfferedAtItsPrice() {
    var book = new NodeBook(node("n1 price=2"), new DiscountOverTime(4000, 500));
    book.open(8000, spans("..##...."), 0);

    var offer = book.offer(span("######.."), 1000);

    assertThat(offer)
        .containsExactly(
            new Slot(book.node(), span(".#"), 1000), new Slot(book.node(), span("....##"), 1750));
  }

  @Test
  void heldAndBookedTimeIsOfferedOnlyAsIfThereWereNoJobs() {
    var book = book("########..");
    booked(book, JOB, ".##.......");
    assertThat(hold(book, JOB, "..##......")).isEmpty();
    assertThat(hold(book, OTHER, ".....##...")).isEmpty();

    var withJobs = book.offer(ALWAYS, 0);
    var withoutJobs = book.offerWithoutJobs(ALWAYS, 2000);

    assertThat(withJobs).extracting(Slot::span).isEqualTo(spans("#...#..#.."));
    assertThat(withoutJobs).extracting(Slot::span).isEqualTo(spans("..######.."));
    assertThat(book.vacantSpans()).isEqualTo(spans("#...#..#.."));
  }

  // holds

  @Test
  void aHoldKeepsASpanFreeUntilItIsCommitted() {
    var book = book("######");

    assertThat(hold(book, JOB, ".##...")).isEmpty();
    assertThat(book.vacantSpans()).isEqualTo(spans("#..###"));
    assertThat(book.booking(JOB)).isEmpty();

    assertThat(book.commit(JOB, 0)).isEmpty();
    assertThat(book.vacantSpans()).isEqualTo(spans("#..###"));
    assertThat(book.booking(JOB)).hasValue(span(".##..."));
  }

  @Test
  void aSpanTakenSinceThePlanIsRefused() {
    var book = book("######");
    long seen = book.version();
    assertThat(hold(book, OTHER, ".##...")).isEmpty();

    assertThat(book.hold(JOB, span("..##.."), seen, 0, LATER)).hasValue(Refusal.SLOT_TAKEN);
    assertThat(book.vacantSpans()).isEqualTo(spans("#..###"));
  }

  @Test
  void aNewerVersionAloneIsNoReasonToRefuse() {
    var book = book("######");
    long seen = book.version();
    assertThat(hold(book, OTHER, ".##...")).isEmpty();

    assertThat(book.hold(JOB, span("...##."), seen, 0, LATER)).isEmpty();
  }

  @Test
  void aSpanThatWasNotVacantInThePlansVersionIsRefusedAsNeverOffered() {
    assertThat(hold(book("##.###"), JOB, ".##...")).hasValue(Refusal.NEVER_OFFERED);
    assertThat(hold(book("####"), JOB, "...##.")).hasValue(Refusal.NEVER_OFFERED);
  }

  @Test
  void nothingIsHeldInThePast() {
    var book = book("######");

    assertThat(book.hold(JOB, span(".##..."), book.version(), 1001, LATER))
        .hasValue(Refusal.IN_THE_PAST);
    assertThat(book.hold(JOB, span(".##..."), book.version(), 1000, LATER)).isEmpty();
  }

  @Test
  void aJobHoldsOneSpanOfTheNode() {
    var book = book("######");
    assertThat(hold(book, JOB, ".##...")).isEmpty();

    assertThat(hold(book, JOB, "...##.")).hasValue(Refusal.HELD_OTHERWISE);
    assertThat(hold(book, JOB, ".##...")).isEmpty();
    assertThat(book.vacantSpans()).isEqualTo(spans("#..###"));
  }

  @Test
  void onlyAHoldCanBeCommitted() {
    var book = book("######");
    assertThat(book.commit(JOB, 0)).hasValue(Refusal.UNKNOWN_HOLD);
    assertThat(hold(book, JOB, ".##...")).isEmpty();
    book.release(JOB, 0);

    assertThat(book.commit(JOB, 0)).hasValue(Refusal.UNKNOWN_HOLD);
    assertThat(book.booking(JOB)).isEmpty();
  }

  @Test
  void aReleasedHoldIsVacantAgain() {
    var book = book("######");
    assertThat(hold(book, JOB, ".##...")).isEmpty();

    book.release(JOB, 0);
    book.release(JOB, 0);

    assertThat(book.vacantSpans()).isEqualTo(spans("######"));
  }

  @Test
  void aHoldLapsesAtItsTickAndABookingNever() {
    var book = book("######");
    assertThat(book.hold(JOB, span("..##.."), book.version(), 0, 1000)).isEmpty();
    booked(book, OTHER, "#.....");

    assertThat(book.lapseHolds(999)).isEmpty();
    assertThat(book.lapseHolds(1000)).containsExactly(JOB);
    assertThat(book.lapseHolds(1000)).isEmpty();

    assertThat(book.vacantSpans()).isEqualTo(spans(".#####"));
    assertThat(book.commit(JOB, 1000)).hasValue(Refusal.UNKNOWN_HOLD);
    assertThat(book.booking(OTHER)).isPresent();
  }

  // rebooking

  @Test
  void aJobIsRebookedOverItsOwnBooking() {
    var book = book("######");
    booked(book, JOB, ".###..");

    assertThat(hold(book, JOB, "..###.")).isEmpty();
    assertThat(book.booking(JOB)).hasValue(span(".###.."));
    assertThat(book.vacantSpans()).isEqualTo(spans("#....#"));

    assertThat(book.commit(JOB, 0)).isEmpty();
    assertThat(book.booking(JOB)).hasValue(span("..###."));
    assertThat(book.vacantSpans()).isEqualTo(spans("##...#"));
  }

  @Test
  void aRefusedOrReleasedRebookingKeepsTheOldOne() {
    var book = book("######");
    booked(book, JOB, ".##...");
    booked(book, OTHER, "....#.");

    assertThat(hold(book, JOB, "..###.")).hasValue(Refusal.NEVER_OFFERED);
    assertThat(hold(book, JOB, "..##..")).isEmpty();
    book.release(JOB, 0);

    assertThat(book.booking(JOB)).hasValue(span(".##..."));
    assertThat(book.vacantSpans()).isEqualTo(spans("#..#.#"));
  }

  @Test
  void noJobBooksOverTheBookingOfAnother() {
    var book = book("######");
    booked(book, OTHER, ".###..");

    assertThat(hold(book, JOB, "..###.")).hasValue(Refusal.NEVER_OFFERED);
  }

  @Test
  void aBookingIsSwappedForAnotherAtOnce() {
    var book = book("######");
    booked(book, JOB, ".###..");

    assertThat(book.rebook(JOB, span("..###."), book.version(), 0)).isEmpty();
    assertThat(book.rebook(JOB, span("..###."), book.version(), 0)).isEmpty();

    assertThat(book.booking(JOB)).hasValue(span("..###."));
    assertThat(book.vacantSpans()).isEqualTo(spans("##...#"));
    assertThat(book.commit(JOB, 0)).hasValue(Refusal.UNKNOWN_HOLD);
  }

  @Test
  void aJobIsRebookedWhereItIsThoughItHasBegun() {
    var book = book("######");
    booked(book, JOB, ".###..");
    long version = book.version();

    assertThat(book.rebook(JOB, span(".###.."), version, 2000)).isEmpty();
    assertThat(book.hold(JOB, span(".###.."), version, 2000, Long.MAX_VALUE)).isEmpty();
    assertThat(book.commit(JOB, 2000)).isEmpty();

    assertThat(book.booking(JOB)).hasValue(span(".###.."));
    assertThat(book.vacantSpans()).isEqualTo(spans("#...##"));
    assertThat(book.version()).isEqualTo(version);
  }

  @Test
  void aRefusedSwapChangesNothing() {
    var book = book("######");
    booked(book, JOB, ".##...");
    booked(book, OTHER, "....#.");
    long version = book.version();

    assertThat(book.rebook(JOB, span("..###."), version, 0)).hasValue(Refusal.NEVER_OFFERED);
    assertThat(book.rebook(JOB, span("..###."), version - 1, 0)).hasValue(Refusal.SLOT_TAKEN);
    assertThat(book.rebook(JOB, span("#....."), version, 1)).hasValue(Refusal.IN_THE_PAST);

    assertThat(book.booking(JOB)).hasValue(span(".##..."));
    assertThat(book.vacantSpans()).isEqualTo(spans("#..#.#"));
    assertThat(book.version()).isEqualTo(version);
  }

  @Test
  void aJobThatHoldsAnotherSpanIsNotRebooked() {
    var book = book("######");
    booked(book, JOB, ".##...");
    assertThat(hold(book, JOB, "..##..")).isEmpty();

    assertThat(book.rebook(JOB, span("#....."), book.version(), 0))
        .hasValue(Refusal.HELD_OTHERWISE);
    assertThat(book.rebook(JOB, span("..##.."), book.version(), 0)).isEmpty();

    assertThat(book.booking(JOB)).hasValue(span("..##.."));
    assertThat(book.vacantSpans()).isEqualTo(spans("##..##"));
  }

  // ends

  @Test
  void aJobThatEndsEarlyGivesBackTheRest() {
    var book = book("######");
    booked(book, JOB, ".####.");

    book.end(JOB, 3000);
    book.end(JOB, 3000);

    assertThat(book.booking(JOB)).isEmpty();
    assertThat(book.vacantSpans()).isEqualTo(spans("#..###"));
  }

  @Test
  void aBookingThatHasNotBegunIsGivenBackWhole() {
    var book = book("######");
    booked(book, JOB, "...##.");

    book.end(JOB, 1000);

    assertThat(book.vacantSpans()).isEqualTo(spans("######"));
  }

  @Test
  void aJobThatEndsHoldsNothingMore() {
    var book = book("######");
    booked(book, JOB, ".###..");
    assertThat(hold(book, JOB, "..###.")).isEmpty();

    book.end(JOB, 2000);

    assertThat(book.vacantSpans()).isEqualTo(spans("#.####"));
    assertThat(book.commit(JOB, 2000)).hasValue(Refusal.UNKNOWN_HOLD);
  }

  @Test
  void aJobThatEndsInTimeGivesNothingBack() {
    var book = book("######");
    booked(book, JOB, ".##...");
    long version = book.version();

    book.end(JOB, 3000);

    assertThat(book.booking(JOB)).isEmpty();
    assertThat(book.vacantSpans()).isEqualTo(spans("#..###"));
    assertThat(book.version()).isEqualTo(version);
  }

  // local jobs

  @Test
  void aLocalJobTakesTheEarliestVacantTimeLongEnough() {
    var book = book("##.#.####");

    book.arrive(new LocalJob(book.nextLocalNumber(), 1000, 2000));

    assertThat(lastRun(book).span()).isEqualTo(span(".....##.."));
    assertThat(lastRun(book).planned()).isFalse();
    assertThat(lastRun(book).waitTicks()).isEqualTo(4000);
    assertThat(book.vacantSpans()).isEqualTo(spans("##.#...##"));
  }

  @Test
  void aLocalJobDisplacesNoHoldAndNoBooking() {
    var book = book("######");
    booked(book, JOB, "..#...");
    assertThat(hold(book, OTHER, "....#.")).isEmpty();

    arrive(book, 0, 3000);

    assertThat(book.waitingLocalJobs()).hasSize(1);
    assertThat(book.vacantSpans()).isEqualTo(spans("##.#.#"));
    assertThat(book.commit(OTHER, 0)).isEmpty();
  }

  @Test
  void waitingLocalJobsAreServedInOrderOfArrivalWhenTimeComesFree() {
    var book = book("######");
    booked(book, JOB, "#####.");
    arrive(book, 0, 3000);
    arrive(book, 100, 2000);
    arrive(book, 200, 2000);
    assertThat(book.waitingLocalJobs())
        .extracting(LocalJob::arrivalTick)
        .containsExactly(0L, 100L, 200L);

    book.end(JOB, 1000);

    assertThat(book.localRuns()).extracting(LocalRun::span).isEqualTo(spans(".###|##"));
    assertThat(book.waitingLocalJobs()).extracting(LocalJob::arrivalTick).containsExactly(200L);
  }

  @Test
  void aShorterLocalJobMayPassALongerOneThatFitsNowhere() {
    var book = book("##");

    arrive(book, 0, 3000);
    arrive(book, 100, 1000);

    assertThat(book.waitingLocalJobs()).extracting(LocalJob::lengthTicks).containsExactly(3000L);
    assertThat(lastRun(book).span()).isEqualTo(new Span(100, 1100));
  }

  @Test
  void waitingLocalJobsAreServedWhenTimeIsOpenedReleasedLapsedOrRebooked() {
    var opened = book("#");
    arrive(opened, 0, 2000);
    opened.open(4000, List.of(), 500);
    assertThat(lastRun(opened).span()).isEqualTo(new Span(500, 2500));

    var released = book("##");
    assertThat(hold(released, JOB, ".#")).isEmpty();
    arrive(released, 0, 2000);
    released.release(JOB, 0);
    assertThat(lastRun(released).span()).isEqualTo(span("##"));

    var lapsed = book("##");
    assertThat(lapsed.hold(JOB, span(".#"), lapsed.version(), 0, 0)).isEmpty();
    arrive(lapsed, 0, 2000);
    assertThat(lapsed.lapseHolds(0)).containsExactly(JOB);
    assertThat(lastRun(lapsed).span()).isEqualTo(span("##"));

    var rebooked = book("####");
    booked(rebooked, JOB, ".##.");
    arrive(rebooked, 0, 2000);
    assertThat(hold(rebooked, JOB, "..##")).isEmpty();
    assertThat(rebooked.commit(JOB, 0)).isEmpty();
    assertThat(lastRun(rebooked).span()).isEqualTo(span("##.."));
  }

  @Test
  void aLocalJobGetsNoTimeBeforeItArrives() {
    var book = book("######");

    book.arrive(new LocalJob(book.nextLocalNumber(), 1000, 2000), 3000);

    assertThat(lastRun(book).span()).isEqualTo(span("...##."));
    assertThat(lastRun(book).waitTicks()).isEqualTo(2000);
  }

  @Test
  void aLocalJobArrivesOnce() {
    var book = book("######");
    var served = new LocalJob(0, 0, 2000);
    var waiting = new LocalJob(1, 0, 5000);

    for (int repeat = 0; repeat < 2; repeat++) {
      book.arrive(served);
      book.arrive(waiting);
    }

    assertThat(book.localRuns()).hasSize(1);
    assertThat(book.waitingLocalJobs()).containsExactly(waiting);
    assertThat(book.nextLocalNumber()).isEqualTo(2);
  }

  /** Returns a book with the drawn vacant time; all other time is old local load. */
  private static NodeBook book(String vacant) {
    var book = new NodeBook(node("n1"), new ListPricing());
    var local = vacant.replace('#', ' ').replace('.', '#').replace(' ', '.');
    book.open(vacant.length() * 1000L, spans(local), 0);
    return book;
  }

  private static Optional<Refusal> hold(NodeBook book, JobId job, String span) {
    return book.hold(job, span(span), book.version(), 0, LATER);
  }

  private static void booked(NodeBook book, JobId job, String span) {
    assertThat(hold(book, job, span)).isEmpty();
    assertThat(book.commit(job, 0)).isEmpty();
  }

  private static void arrive(NodeBook book, long tick, long length) {
    book.arrive(new LocalJob(book.nextLocalNumber(), tick, length));
  }

  private static LocalRun lastRun(NodeBook book) {
    var runs = book.localRuns();
    return runs.get(runs.size() - 1);
  }
}
