package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.service.plan.SmallBook;
import io.metasched.service.run.EndCause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Events that a state with jobs j and k accepts or rejects; account a has a balance of 12.000. */
final class BookFoldTest {
  private static final JobSpec SPEC = SmallBook.spec("{'nodes':2,'work':{'duration':'PT1M'}}");
  private static final Instant START = SmallBook.NOW.plusSeconds(600);
  private final SmallBook book = new SmallBook();

  BookFoldTest() {
    book.submit("j", SPEC);
    book.submit("k", SPEC);
  }

  private JobRecord job() {
    return book.state().require("j");
  }

  private void assertRefused(String message, BookEvent... events) {
    for (var event : events) {
      var before = book.state();
      assertThatIllegalStateException()
          .as("%s", event)
          .isThrownBy(() -> book.write(event))
          .withMessage(message);
      assertThat(book.state()).isSameAs(before);
    }
  }

  /** Books two parts for 0.600 and 0.400, in ten minutes. */
  private void booked() {
    var span = Span.of(600_000, 60_000);
    var window = new Window(List.of(new Part(0, span, 10, 600, 0), new Part(1, span, 10, 400, 0)));
    book.write(new BookEvent.JobBooked("j", 0, 0, window, List.of("d-0", "d-1"), true));
  }

  private void running() {
    booked();
    book.write(new BookEvent.JobStarting("j", 1));
    book.write(new BookEvent.PartStarted("j", 1, 0, START));
  }

  private AccountRecord account(String name) {
    return book.state().account(name).orElseThrow();
  }

  private static BookEvent deposit(String account, long milli) {
    return new BookEvent.Deposited(account, milli, Optional.empty(), "");
  }

  // --- accounts, tokens, cycles, nodes

  @Test
  void aDepositIsAboveZeroAndComesFromTheBank() {
    assertRefused("a deposit must be above 0", deposit("a", 0), deposit("a", -1));
    assertRefused("there is no account b", deposit("b", 1));
    assertRefused("account a exists already", new BookEvent.AccountOpened("a", 1));

    book.write(deposit("a", 1));

    assertThat(account("a").balanceMilli()).isEqualTo(12_001);
    assertThat(account(AccountRecord.BANK).balanceMilli()).isEqualTo(-12_001);
    assertThat(account(AccountRecord.BANK).number()).isEqualTo(-1);
    assertThat(account("a").number()).isZero();
  }

  @Test
  void aKeyIsUsedOnce() {
    var event = new BookEvent.Deposited("a", 1, Optional.of("k"), "");
    book.write(event);

    assertRefused("the key a\nk is used", event);
  }

  @Test
  void missingItemsCannotEnd() {
    var done = new CycleRecord.Done(1, 2, 3, 4, 5, 6);
    assertRefused("there is no token t", new BookEvent.TokenRevoked("t", false));
    assertRefused("there is no token t", new BookEvent.TokenRevoked("t", true));
    assertRefused("no cycle 1", new BookEvent.CycleEnded(1, done));
    assertRefused("node d-0 is not drained", new BookEvent.NodeResumed("d-0"));
    assertRefused("job x was never submitted", new BookEvent.CancelAsked("x"));

    book.write(new BookEvent.CycleBegun(1, 7, 8, Optional.of(new CycleRecord.Turn(1, 2))));
    book.write(new BookEvent.CycleEnded(1, done));

    assertThat(book.state().cycles().get(1))
        .contains(
            new CycleRecord(
                1,
                7,
                8,
                SmallBook.NOW,
                Optional.of(done),
                Optional.of(new CycleRecord.Turn(1, 2))));
  }

  @Test
  void aDrainedNodeIsNotBookedUntilItIsResumed() {
    book.write(new BookEvent.NodeDrained("d-1", DrainMode.NOW, "repair"));
    assertThat(book.state().drain("d-1"))
        .contains(new DrainRecord("d-1", DrainMode.NOW, "repair", "t", SmallBook.NOW));
    assertThatIllegalStateException()
        .isThrownBy(this::booked)
        .withMessage("node d-1 sells nothing");

    book.write(new BookEvent.NodeResumed("d-1"));

    booked();
    assertThat(job().state()).isEqualTo(JobState.BOOKED);
  }

  // --- jobs

  @Test
  void aJobIsSubmittedOnceWithANumberOfItsOwn() {
    var none = Optional.<String>empty();
    assertRefused("job j exists already", new BookEvent.JobSubmitted("j", 2, "u", SPEC, none, ""));
    assertRefused("job l exists already", new BookEvent.JobSubmitted("l", 1, "u", SPEC, none, ""));
    var foreign = SmallBook.spec("{'account':'b','work':{'duration':'PT1M'}}");
    assertRefused(
        "there is no account b", new BookEvent.JobSubmitted("l", 2, "u", foreign, none, ""));

    book.write(new BookEvent.JobSubmitted("l", 2, "u", SPEC, none, ""));

    assertThat(book.state().nextNumber()).isEqualTo(3);
    assertThat(book.state().require("l").times().submitted()).isEqualTo(SmallBook.NOW);
  }

  @Test
  void aWaitingJobKeepsItsNumberOrGetsTheNextOneWhenItIsChanged() {
    var other = SmallBook.spec("{'work':{'duration':'PT2M'}}");
    var foreign = SmallBook.spec("{'account':'b','work':{'duration':'PT1M'}}");
    assertRefused(
        "job j cannot change in this way",
        new BookEvent.JobChanged("j", 1, other),
        new BookEvent.JobChanged("j", -1, other),
        new BookEvent.JobChanged("j", 0, foreign));

    book.write(new BookEvent.JobPostponed("j", 0, "no-alternative", "none"));
    book.write(new BookEvent.JobChanged("j", 0, other));
    assertThat(job().spec()).isEqualTo(other);
    assertThat(job().reason().code()).isEqualTo("no-alternative");
    book.write(new BookEvent.JobSetAside("j", "an error"));
    assertThat(job().reason()).isEqualTo(new JobRecord.Reason("cannot-be-planned", "an error"));
    book.write(new BookEvent.JobChanged("j", 2, SPEC));

    assertThat(job().number()).isEqualTo(2);
    assertThat(job().reason()).isEqualTo(JobRecord.Reason.NONE);
    assertThat(book.state().waitingJobs()).extracting(JobRecord::id).containsExactly("k", "j");
    booked();
    assertRefused("job j is booked, not waiting", new BookEvent.JobChanged("j", 2, SPEC));
  }

  @Test
  void aBookedJobHoldsWhatItCostsAndHasItBackWhenItWaitsAgain() {
    booked();
    assertThat(job().money()).isEqualTo(new JobRecord.Funds(1000, 0, 0));
    assertThat(account("a").balanceMilli()).isEqualTo(11_000);
    assertThat(job().times().booked()).contains(SmallBook.NOW);
    assertRefused(
        "job j is booked and cannot wait again", new BookEvent.JobRequeued("j", 1, "c", "t"));

    book.write(new BookEvent.JobRequeued("j", 2, "node-lost", "a node lost it"));

    assertThat(job().number()).isEqualTo(2);
    assertThat(job().attempt()).isEqualTo(2);
    assertThat(job().parts()).isEmpty();
    assertThat(job().money()).isEqualTo(new JobRecord.Funds(0, 0, 1000));
    assertThat(account("a")).isEqualTo(new AccountRecord("a", 0, 12_000, 0, book.state().seq()));
    assertRefused(
        "job j is waiting and cannot wait again", new BookEvent.JobRequeued("j", 2, "c", "t"));
  }

  @Test
  void aJobIsChargedNoMoreThanItsPartsCost() {
    running();
    book.write(new BookEvent.PartStarted("j", 1, 1, START));
    assertRefused("part 0 of job j costs 600, not 601", end(601L, 0L));
    assertRefused("part 1 of job j costs 400, not -1", end(600L, -1L));
    assertRefused("job j has 2 parts and cannot end as finished with 3", end(0L, 0L, 0L));
    assertRefused(
        "job j has 2 parts and cannot end as running with 0",
        new BookEvent.JobEnded("j", JobState.RUNNING, "none", "", List.of()));

    book.write(end(600L, 399L));

    assertThat(job().money()).isEqualTo(new JobRecord.Funds(0, 999, 1));
    assertThat(account("a")).isEqualTo(new AccountRecord("a", 0, 11_001, 0, book.state().seq()));
    assertThat(account("owners-d").balanceMilli()).isEqualTo(999);
    assertThat(job().times().ended()).contains(SmallBook.NOW);
  }

  private static BookEvent end(Long... charged) {
    return new BookEvent.JobEnded("j", JobState.FINISHED, "none", "", List.of(charged));
  }

  @Test
  void theLinesOfAnEventAreInTheOrderInWhichMoneyMoved() {
    running();
    book.write(end(600L, 399L));

    var lines = new ArrayList<String>();
    for (var entry : book.state().ledger().values()) {
      if (entry.key().account().equals("a")) {
        lines.add("%s %d".formatted(entry.kind().label(), entry.milli()));
      }
    }
    assertThat(lines)
        .containsExactly("deposit 12000", "hold 0", "charge -600", "charge -399", "pay-back 0");
  }

  @Test
  void aJobThatIsChargedNothingGetsAllBack() {
    running();
    long entries = book.state().ledger().size();

    book.write(end(0L, 0L));

    assertThat(job().money()).isEqualTo(new JobRecord.Funds(0, 0, 1000));
    assertThat(book.state().ledger().size()).isEqualTo(entries + 1);
  }

  @Test
  void aJobThatIsChargedForAllOfItsWindowGetsNothingBack() {
    running();
    long entries = book.state().ledger().size();

    book.write(end(600L, 400L));

    assertThat(book.state().ledger().size()).isEqualTo(entries + 4);
    assertThat(account("a").balanceMilli()).isEqualTo(11_000);
  }

  // --- parts

  @Test
  void aPartOfThePresentAttemptStartsOnceAndEndsOnce() {
    running();
    var end = new BookEvent.PartEnded("j", 1, 0, 0, EndCause.EXITED, START);
    assertRefused("job j is in attempt 1, not 2", new BookEvent.PartStarted("j", 2, 0, START));
    assertRefused(
        "part 2 of job j does not exist, or has ended",
        new BookEvent.PartStarted("j", 1, 2, START));
    assertRefused(
        "part 0 of job j has started already", new BookEvent.PartStarted("j", 1, 0, START));

    book.write(new BookEvent.PartStarted("j", 1, 1, START.plusSeconds(1)));
    assertThat(job().times().started()).as("by its first part").contains(START);
    assertThat(job().state()).isEqualTo(JobState.RUNNING);
    book.write(end);

    assertRefused("part 0 of job j does not exist, or has ended", end);
    assertThat(job().parts()).anyMatch(part -> !part.stage().isFinal());
    book.write(new BookEvent.PartLost("j", 1, 1, START.plusSeconds(2)));
    assertThat(job().parts()).allMatch(part -> part.stage().isFinal());
    assertThat(job().parts().get(1).ended()).contains(START.plusSeconds(2));
    assertThat(job().exitStatus()).contains(0);
  }

  @Test
  void aPartThatIsRefusedHasEnded() {
    booked();
    book.write(new BookEvent.JobStarting("j", 1));

    book.write(new BookEvent.PartRefused("j", 1, 1, "disk full"));

    assertThat(job().parts().get(1).stage()).isEqualTo(PartRecord.Stage.REFUSED);
    assertThat(job().parts().get(1).note()).contains("disk full");
    assertThat(job().parts().get(1).ended()).contains(SmallBook.NOW);
    assertThat(job().parts().get(0).stage()).isEqualTo(PartRecord.Stage.BOOKED);
  }

  @Test
  void timeIsTakenBeforeATickIfItStartsBeforeIt() {
    booked();

    var taken = book.state().open().taken();
    assertThat(taken.of("d-0", 600_000)).isEmpty();
    assertThat(taken.of("d-0", 600_001)).hasSize(1);
    assertThat(taken.of("d-2", 600_001)).isEmpty();
  }

  @Test
  void nodesAreOfTheDomainBeforeTheirLastDash() {
    assertThat(BookFold.domainOf("north-west-12")).isEqualTo("north-west");
    assertThat(BookFold.domainOf("n-1")).isEqualTo("n");
    assertThat(BookFold.domainOf("-1")).isEmpty();
    assertThat(BookFold.domainOf("north")).isEqualTo("north");
  }
}
