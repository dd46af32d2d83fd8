package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.model.JobRefusal;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.CycleRecord;
import io.metasched.service.book.DrainMode;
import io.metasched.service.book.JobState;
import io.metasched.service.book.NodePolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Plans for jobs of ten minutes, each applied to a state that has changed since. */
final class CycleOutcomeTest {
  private static final String JOB = "{'work':{'duration':'PT10M'}}";

  private final SmallBook book = new SmallBook();

  private static Window window(int node, long fromMinute) {
    var span =
        Span.of(Duration.ofMinutes(fromMinute).toMillis(), Duration.ofMinutes(10).toMillis());
    return new Window(List.of(new Part(node, span, 10, 6_000, 0)));
  }

  private long number(String id) {
    return book.state().job(id).orElseThrow().number();
  }

  private FlowEvent refused(String id, RefusalReason reason, long needed, long available) {
    var why = new JobRefusal(reason, needed, available);
    return new FlowEvent.Refused(0, 1, JobId.of(number(id)), why);
  }

  private FlowEvent booked(String id, Window window) {
    return new FlowEvent.Booked(0, 1, JobId.of(number(id)), window, 1, true, true);
  }

  private BookEvent.CycleBegun begins() {
    var begun = new BookEvent.CycleBegun(1, 0, book.state().seq());
    book.write(begun);
    return begun;
  }

  /** Returns the events of a plan, without the end of the cycle. */
  private List<String> outcome(BookEvent.CycleBegun begun, FlowEvent... plan) {
    return outcome(0, begun, plan);
  }

  private List<String> outcome(long bookTick, BookEvent.CycleBegun begun, FlowEvent... plan) {
    return words(
        CycleOutcome.of(
            book.state(), book.fleet, book.settings, begun, List.of(plan), bookTick, 0));
  }

  private static List<String> words(List<BookEvent> events) {
    return events.stream().flatMap(CycleOutcomeTest::words).toList();
  }

  private static Stream<String> words(BookEvent event) {
    if (event instanceof BookEvent.JobBooked e) {
      return Stream.of(e.id() + " booked on " + e.nodes());
    } else if (event instanceof BookEvent.JobPostponed e) {
      return Stream.of(e.id() + " " + e.code());
    } else if (event instanceof BookEvent.JobRefused e) {
      return Stream.of(e.id() + " refused: " + e.code());
    } else if (event instanceof BookEvent.JobMoved e) {
      return Stream.of(e.id() + " moved");
    }
    return Stream.of();
  }

  @Test
  void aPlacementIsBookedIfTheBookIsAsItWas() {
    book.submit("a", SmallBook.spec(JOB));

    assertThat(outcome(begins(), booked("a", window(0, 5)))).containsExactly("a booked on [d-0]");
  }

  @Test
  void eachCheckThatFailsHasItsReason() {
    book.submit("a", SmallBook.spec(JOB));
    var begun = begins();
    var plan = booked("a", window(0, 5));
    var taken = new SmallBook();

    book.write(new BookEvent.PolicySet(NodePolicy.simple("d-0", 11)));
    assertThat(outcome(begun, plan)).containsExactly("a not-sold");
    book.write(new BookEvent.NodeDrained("d-0", DrainMode.SELL_NOTHING, "repair"));
    assertThat(outcome(begun, plan)).containsExactly("a node-drained");

    taken.submit("a", SmallBook.spec(JOB));
    taken.submit("b", SmallBook.spec(JOB));
    taken.book("b", "d-0", 0, 6);
    var refused =
        CycleOutcome.of(taken.state(), taken.fleet, taken.settings, begun, List.of(plan), 0, 0);
    assertThat(words(refused)).containsExactly("a slot-taken");
  }

  @Test
  void aPlacementOutsideOfLimitsThatHaveChangedIsNotBooked() {
    book.submit("a", SmallBook.spec(JOB));
    var begun = begins();
    var later =
        SmallBook.spec("{'work':{'duration':'PT10M'},'start':{'deadline':'2026-01-07T13:32:00Z'}}");

    book.write(new BookEvent.JobChanged("a", number("a"), later));

    assertThat(outcome(begun, booked("a", window(0, 5)))).containsExactly("a changed");
  }

  @Test
  void twoPlacementsOfOneTimeAreNotBothBooked() {
    book.submit("a", SmallBook.spec(JOB));
    book.submit("b", SmallBook.spec(JOB));

    assertThat(outcome(begins(), booked("a", window(0, 5)), booked("b", window(0, 14))))
        .containsExactly("a booked on [d-0]", "b slot-taken");
  }

  @Test
  void moneyThatOneDoesNotSpendIsLeftForTheNext() {
    book.submit("a", SmallBook.spec(JOB));
    book.submit("b", SmallBook.spec(JOB));
    var begun = begins();
    var noMoney = new JobRefusal(RefusalReason.BUDGET, 6_000, 0);
    var refused = new FlowEvent.Refused(0, 1, JobId.of(number("b")), noMoney);
    book.write(new BookEvent.NodeDrained("d-0", DrainMode.SELL_NOTHING, "repair"));

    assertThat(outcome(begun, booked("a", window(0, 5)), refused))
        .containsExactly("a node-drained");
  }

  @Test
  void aJobThatIsStillPoorWaits() {
    book.submit("b", SmallBook.spec(JOB));
    var noMoney = new JobRefusal(RefusalReason.BUDGET, 13_000, 12_000);

    assertThat(outcome(begins(), new FlowEvent.Refused(0, 1, JobId.of(number("b")), noMoney)))
        .containsExactly("b balance");
  }

  @Test
  void aJobForWhichAllIsTooDearAtPresentWaits() {
    book.submit("b", SmallBook.spec(JOB));
    var dear = new JobRefusal(RefusalReason.PRICE_LIMIT, 1, 0);
    var dearer = new JobRefusal(RefusalReason.BELOW_ANY_PRICE, 13_000, 12_000);
    var begun = begins();

    for (var why : List.of(dear, dearer)) {
      assertThat(outcome(begun, new FlowEvent.Refused(0, 1, JobId.of(number("b")), why)))
          .singleElement()
          .asString()
          .startsWith("b ")
          .doesNotContain("refused");
    }
  }

  @Test
  void aJobThatWasChangedIsNotRefusedForWhatItWas() {
    book.submit("b", SmallBook.spec(JOB));
    var begun = begins();
    book.write(new BookEvent.JobChanged("b", number("b"), SmallBook.spec(JOB)));
    var late = new JobRefusal(RefusalReason.DEADLINE, 10, 5);

    assertThat(outcome(begun, new FlowEvent.Refused(0, 1, JobId.of(number("b")), late))).isEmpty();
  }

  private void submitAfter(String id, String other, String outcome) {
    var after = ",'after':[{'job':'%s','outcome':'%s'}]}".formatted(other, outcome);
    book.submit(id, SmallBook.spec(JOB.substring(0, JOB.length() - 1) + after));
  }

  @Test
  void jobsAfterOthersWaitOrAreRefusedWithAllThatDependOnThem() {
    book.submit("a", SmallBook.spec(JOB));
    submitAfter("b", "a", "ok");
    submitAfter("c", "b", "started");
    submitAfter("d", "b", "ok");

    assertThat(outcome(begins())).containsExactly("b dependency", "c dependency", "d dependency");
    book.write(new BookEvent.JobRefused("a", "deadline", "why"));
    assertThat(outcome(begins()))
        .containsExactly(
            "b refused: dependency-missed", "c dependency", "d refused: dependency-missed");
  }

  @Test
  void noCycleIsNeededWhileAllJobsWaitForOthers() {
    book.submit("a", SmallBook.spec(JOB));
    submitAfter("b", "a", "ok");
    book.book("a", "d-0", 1, 10);

    assertThat(LiveJobs.areIdle(book.state(), Long.MAX_VALUE)).isFalse(); // no reason yet
    book.write(new BookEvent.JobPostponed("b", 1, "dependency", "why"));
    assertThat(LiveJobs.areIdle(book.state(), Long.MAX_VALUE)).isTrue();
    book.write(new BookEvent.JobEnded("a", JobState.WITHDRAWN, "cancelled", "", List.of()));
    assertThat(LiveJobs.areIdle(book.state(), Long.MAX_VALUE)).isFalse();
  }

  private List<BookEvent> moves(long tick, long unprepared, FlowEvent... moved) {
    var begun =
        new BookEvent.MovesBegun(
            tick, tick, Long.MAX_VALUE, 0, Optional.of(BookEvent.Among.from(tick)));
    return CycleOutcome.ofMoves(
        book.state(), book.fleet, book.settings, begun, List.of(moved), unprepared);
  }

  @Test
  void aJobMovesOnceItGainsAQuarterOfWhatIsLeftOfItsWait() {
    book.submit("a", SmallBook.spec(JOB));
    book.write(new BookEvent.JobBooked("a", 0, 0, window(0, 60), List.of("d-0"), true));
    var moved = new FlowEvent.Moved(0, -1, JobId.of(number("a")), window(1, 50)); // 10 of 60 min
    long minute = Duration.ofMinutes(1).toMillis();
    long from = MoveRule.nextTick(book.state(), List.of(moved), 0);

    assertThat(from).isEqualTo(20 * minute); // then 40 minutes are left
    assertThat(moves(0, 0, moved)).singleElement().isInstanceOf(BookEvent.MovesEnded.class);
    assertThat(moves(from - 1, 0, moved)).hasSize(1);
    assertThat(words(moves(from, 0, moved))).containsExactly("a moved");
    assertThat(MoveRule.nextTick(book.state(), List.of(moved), from)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void noJobMovesToAWindowThatIsPreparedAlready() {
    book.submit("a", SmallBook.spec(JOB));
    var window = window(0, 60);
    book.write(new BookEvent.JobBooked("a", 0, 0, window, List.of("d-0"), true));
    var moved = new FlowEvent.Moved(0, -1, JobId.of(number("a")), window(1, 5));
    long minute = Duration.ofMinutes(1).toMillis();

    var inTime = moves(0, 5 * minute, moved);
    var tooLate = moves(0, 5 * minute + 1, moved);

    assertThat(words(inTime)).containsExactly("a moved");
    assertThat(words(tooLate)).isEmpty();
    assertThat(Optional.of(tooLate.get(0))).containsInstanceOf(BookEvent.MovesEnded.class);
  }

  @Test
  void jobsAfterTheBatchGetTheReason() {
    for (int i = 0; i < 12; i++) {
      book.submit("j" + i, SmallBook.spec(JOB));
    }

    assertThat(outcome(begins())).containsExactly("j10 batch-full", "j11 batch-full");
  }

  @Test
  void theEndOfACycleCountsItsJobs() {
    for (var id : List.of("a", "b", "c", "d", "e", "f")) {
      book.submit(id, SmallBook.spec(JOB));
    }
    var plan =
        List.of(
            booked("a", window(0, 5)),
            booked("b", window(1, 5)),
            refused("c", RefusalReason.DEADLINE, 10, 5));

    var events =
        CycleOutcome.of(book.state(), book.fleet, book.settings, begins(), plan, 120_000, 7);

    assertThat(events)
        .last()
        .isEqualTo(new BookEvent.CycleEnded(1, new CycleRecord.Done(120_000, 6, 2, 1, 3, 7)));
  }

  @Test
  void windowsAreBookedForAllOfTheMoneyAndForNoMore() {
    for (var id : List.of("a", "b", "c")) {
      book.submit(id, SmallBook.spec(JOB));
    }

    assertThat(
            outcome(
                begins(),
                booked("a", window(0, 5)),
                booked("b", window(0, 15)),
                booked("c", window(0, 25))))
        .containsExactly("a booked on [d-0]", "b booked on [d-0]", "c budget");
  }

  @Test
  void aWindowIsBookedUpToItsStartAndNoLater() {
    book.submit("a", SmallBook.spec(JOB));
    var begun = begins();
    var plan = booked("a", window(0, 5));
    long start = Duration.ofMinutes(5).toMillis();

    assertThat(outcome(start, begun, plan)).containsExactly("a booked on [d-0]");
    assertThat(outcome(start + 1, begun, plan)).containsExactly("a planned-too-late");
  }

  @Test
  void aJobWaitsForMoreMoneyThanThereIsAndNotForAllOfIt() {
    book.submit("b", SmallBook.spec(JOB));
    var begun = begins();

    assertThat(outcome(begun, refused("b", RefusalReason.BUDGET, 12_000, 11_999))).isEmpty();
    assertThat(outcome(begun, refused("b", RefusalReason.BUDGET, 12_001, 12_000)))
        .containsExactly("b balance");
  }

  @Test
  void aReasonIsWrittenOverAnotherOnceAsManyEventsHaveFollowed() {
    book.submit("a", SmallBook.spec(JOB));
    var why = FlowWords.NO_ALTERNATIVE;
    book.write(new BookEvent.JobPostponed("a", 0, why.code(), why.text()));
    var begun = begins();
    var late = Duration.ofMinutes(6).toMillis();

    assertThat(outcome(late, begun, booked("a", window(0, 5)))).isEmpty();
    book.write(new BookEvent.Deposited("a", 1, Optional.empty(), ""));
    assertThat(outcome(late, begun, booked("a", window(0, 5))))
        .containsExactly("a planned-too-late");
  }

  @Test
  void aJobIsTooEarlyIfItMayStartAtTheEndOfWhatIsPlanned() {
    var form = "{'work':{'duration':'PT10M'},'start':{'notBefore':'%s'}}";
    book.submit("in-time", SmallBook.spec(form.formatted("2026-01-14T13:19:59.999Z")));
    book.submit("early", SmallBook.spec(form.formatted("2026-01-14T13:20:00Z")));

    assertThat(outcome(begins())).containsExactly("early too-early");
  }

  @Test
  void presentJobsWithoutAPlaceGetTheReason() {
    for (int i = 0; i < 12; i++) {
      book.submit("j" + i, SmallBook.spec(JOB));
    }
    long last = book.state().seq();
    var considered = new ArrayList<FlowEvent>();
    for (var job : book.state().waitingJobs()) {
      if (job.number() != 3 && job.number() != 11) {
        considered.add(new FlowEvent.Submitted(0, LiveJobs.job(book.state(), job)));
      }
    }
    var turn = new CycleRecord.Turn(0, book.state().nextNumber());
    var begun = new BookEvent.CycleBegun(1, 0, last, Optional.of(turn));
    book.write(begun);
    book.submit("later", SmallBook.spec(JOB));

    assertThat(outcome(begun, considered.toArray(FlowEvent[]::new)))
        .containsExactly("j3 batch-full", "j11 batch-full");
  }

  /** Books a job for 0.001, so that it may move. */
  private void movable(String id, int node, long fromMinute) {
    book.submit(id, SmallBook.spec(JOB));
    var name = book.fleet.nodes().get(node).name();
    var window = book.window(name, fromMinute, 10);
    book.write(new BookEvent.JobBooked(id, 0, 0, window, List.of(name), true));
  }

  private FlowEvent moved(String id, Window window) {
    return new FlowEvent.Moved(0, -1, JobId.of(number(id)), window);
  }

  @Test
  void aJobMovesIntoItsOwnTime() {
    movable("a", 0, 60);
    long from = Duration.ofMinutes(28).toMillis(); // 8 minutes are a quarter of the remaining time

    assertThat(words(moves(from, 0, moved("a", window(0, 52))))).containsExactly("a moved");
    assertThat(words(moves(from, 0, moved("a", window(0, 53))))).isEmpty();
  }

  @Test
  void noJobMovesToAWindowThatStartsWithItsOwn() {
    movable("a", 0, 60);

    assertThat(words(moves(Duration.ofMinutes(60).toMillis(), 0, moved("a", window(1, 60)))))
        .isEmpty();
  }

  @Test
  void oneOfTwoJobsMovesToTheSameTime() {
    movable("a", 0, 60);
    movable("b", 0, 80);

    assertThat(words(moves(0, 0, moved("a", window(1, 5)), moved("b", window(1, 10)))))
        .containsExactly("a moved");
    assertThat(words(moves(0, 0, moved("a", window(1, 5)), moved("b", window(1, 15)))))
        .containsExactly("a moved", "b moved");
  }

  @Test
  void aJobThatCannotMoveKeepsItsOwnTime() {
    movable("a", 0, 60);
    movable("b", 0, 80);
    var elsewhere = moved("a", window(2, 5)); // the job costs more on the other node

    assertThat(words(moves(0, 0, elsewhere, moved("b", window(0, 55))))).isEmpty();
    assertThat(words(moves(0, 0, elsewhere, moved("b", window(0, 50))))).containsExactly("b moved");
  }

  @Test
  void jobsMoveWhileThereIsMoneyForWhatTheyCostMore() {
    movable("a", 0, 60);
    movable("b", 0, 80);
    movable("c", 0, 100); // 11.997 are left, and each move costs 5.999

    assertThat(words(moves(0, 0, moved("a", window(1, 5)), moved("b", window(1, 15)))))
        .containsExactly("a moved");
    book.write(new BookEvent.Deposited("a", 1, Optional.empty(), ""));
    assertThat(words(moves(0, 0, moved("a", window(1, 5)), moved("b", window(1, 15)))))
        .containsExactly("a moved", "b moved");
  }
}
