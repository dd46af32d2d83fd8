package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Window;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.DrainMode;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.run.EndCause;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.site.SiteTerms;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Decisions on the run of job j, booked on d-0 for the minute that begins in one minute, for 0.600.
 */
final class RunDecisionsTest {
  private static final RunId RUN = new RunId("j", 1, 0);
  private final SmallBook book = new SmallBook();

  private void booked(String onNodeLoss) {
    book.submit(
        "j",
        SmallBook.spec(
            "{'work':{'duration':'PT1M'},'onNodeLoss':'%s'}".formatted(onNodeLoss),
            "{'command':['x','y'],'environment':{'E':'v'},'grace':'PT50S'}"));
    bookAgain();
  }

  private void bookAgain() {
    var node = book.fleet.numbered().get(0);
    var part = Part.on(node, 60_000, 60_000, 10);
    var window = new Window(List.of(part));
    book.write(new BookEvent.JobBooked("j", 0, 0, window, List.of("d-0"), false));
  }

  private void started() {
    book.write(new BookEvent.JobStarting("j", job().attempt()));
  }

  private JobRecord job() {
    return book.state().job("j").orElseThrow();
  }

  private static Instant after(long seconds) {
    return SmallBook.NOW.plusSeconds(seconds);
  }

  private BookDecision<Boolean> decided(RunFact fact) {
    return RunDecisions.apply(book.state(), fact);
  }

  private static RunFact.Ended ended(int status, EndCause cause, long seconds) {
    return new RunFact.Ended(RUN, status, cause, after(seconds));
  }

  private void assertNothing(RunFact fact, boolean isForgotten) {
    assertThat(decided(fact)).isEqualTo(BookDecision.none(isForgotten));
  }

  /** Returns the end of the job that a fact causes. */
  private BookEvent.JobEnded end(RunFact fact) {
    var decision = decided(fact);
    assertThat(decision.answer()).isTrue();
    return (BookEvent.JobEnded) decision.events().get(decision.events().size() - 1);
  }

  @Test
  void factsAboutAnotherRunChangeNothing() {
    assertNothing(new RunFact.Started(RUN, after(60)), false);
    assertNothing(ended(0, EndCause.EXITED, 60), true);
    booked("fail");
    started();
    assertNothing(new RunFact.Started(new RunId("j", 2, 0), after(60)), false);
    assertNothing(new RunFact.Started(new RunId("j", 1, 1), after(60)), false);
    assertNothing(new RunFact.Lost(new RunId("j", 1, 1), after(60)), true);
    assertNothing(new RunFact.Ready(RUN), false);
    decided(ended(0, EndCause.EXITED, 61)).events().forEach(book::write);
    assertNothing(ended(0, EndCause.EXITED, 61), true);
  }

  @Test
  void aRunThatStartsIsWrittenDownOnce() {
    booked("fail");
    assertNothing(new RunFact.Started(RUN, after(60)), false); // before its start
    started();

    var decision = decided(new RunFact.Started(RUN, after(60)));

    assertThat(decision)
        .isEqualTo(BookDecision.of(new BookEvent.PartStarted("j", 1, 0, after(60)), false));
    decision.events().forEach(book::write);
    assertNothing(new RunFact.Started(RUN, after(60)), false);
  }

  @Test
  void onlyWithAllMissingPartsOnAdvisedNodesHasTheirSiteKeptThem() {
    var terms = new SiteTerms("agent", "site", SiteTerms.Promise.ADVISED, 0);
    book.write(new BookEvent.SiteTermsChanged(new TreeMap<>(Map.of("d-0", Optional.of(terms)))));
    book.submit("j", SmallBook.spec("{'nodes':2,'work':{'duration':'PT1M'}}"));
    var nodes = book.fleet.numbered();
    var window =
        new Window(
            List.of(
                Part.on(nodes.get(0), 60_000, 60_000, 10),
                Part.on(nodes.get(1), 60_000, 60_000, 10)));
    book.write(new BookEvent.JobBooked("j", 0, 0, window, List.of("d-0", "d-1"), false));

    assertThat(notReady(0)).isEqualTo("not-ready"); // d-1 belongs to an agent
    assertThat(notReady(1)).isEqualTo("site-kept-node");
    assertThat(RunDecisions.notReady(book.state(), "j", 1, List.of(1), "x").events().get(0))
        .extracting("number", "node")
        .containsExactly(job().number(), Optional.of("d-0"));
  }

  private String notReady(int ready) {
    var decision = RunDecisions.notReady(book.state(), "j", 1, List.of(ready), "x");
    return ((BookEvent.JobRequeued) decision.events().get(0)).code();
  }

  @Test
  void aRunThatEndsHasStarted() {
    booked("fail");
    started();

    assertThat(decided(ended(0, EndCause.EXITED, 75)).events())
        .containsExactly(
            new BookEvent.PartStarted("j", 1, 0, after(75)),
            new BookEvent.PartEnded("j", 1, 0, 0, EndCause.EXITED, after(75)),
            new BookEvent.JobEnded("j", JobState.FINISHED, "none", "", List.of(150L)));
  }

  @ParameterizedTest
  @ValueSource(longs = {60, 61, 119, 120, 999})
  void theTimeFromTheStartOfTheWindowToTheEndIsPaidUpToTheWindow(long seconds) {
    booked("fail");
    started();

    var end = end(ended(0, EndCause.EXITED, seconds));

    assertThat(end.chargedMilli()).containsExactly(Math.min(600, 10 * (seconds - 60)));
  }

  @Test
  void aBookedRunThatIsRefusedWaitsAgainAtTheEndUnlessItIsForGood() {
    booked("fail");

    assertThat(decided(new RunFact.Refused(RUN, "no")))
        .isEqualTo(
            BookDecision.of(
                new BookEvent.JobRequeued("j", book.state().nextNumber(), "node-refused", "no"),
                true));
    assertThat(end(new RunFact.Refused(RUN, "never", true)))
        .isEqualTo(
            new BookEvent.JobEnded("j", JobState.FAILED, "cannot-prepare", "never", List.of()));
  }

  @Test
  void aRunThatIsRefusedAtItsStartWaitsAgainAndPaysNothing() {
    booked("fail");
    started();

    assertThat(decided(new RunFact.Refused(RUN, "no")).events())
        .containsExactly(
            new BookEvent.PartRefused("j", 1, 0, "no"),
            new BookEvent.JobRequeued("j", book.state().nextNumber(), "node-refused", "d-0: no"));
  }

  @Test
  void aJobFailsInItsFifthAttempt() {
    booked("requeue");
    for (int attempt = 1; attempt < 5; attempt++) {
      assertThat(
              RunDecisions.notReady(book.state(), "j", attempt + 1, List.of(), "d-0 late").answer())
          .isFalse();
      var decision = RunDecisions.notReady(book.state(), "j", attempt, List.of(), "d-0 late");
      assertThat(decision)
          .isEqualTo(
              BookDecision.of(
                  new BookEvent.JobRequeued(
                      "j", book.state().nextNumber(), "not-ready", "not ready in time: d-0 late"),
                  true));
      decision.events().forEach(book::write);
      assertThat(RunDecisions.notReady(book.state(), "j", attempt + 1, List.of(), "x").answer())
          .isFalse();
      bookAgain();
    }
    assertThat(RunDecisions.notReady(book.state(), "j", 5, List.of(), "d-0 late").events())
        .containsExactly(
            new BookEvent.JobEnded(
                "j", JobState.FAILED, "not-ready", "not ready in time: d-0 late", List.of()));
    started();
    var lost = new RunFact.Lost(new RunId("j", 5, 0), after(75));
    assertThat(end(lost))
        .isEqualTo(
            new BookEvent.JobEnded(
                "j", JobState.LOST, "node-lost", "its end is unknown", List.of(150L)));
    var ended = new RunFact.Ended(new RunId("j", 5, 0), 143, EndCause.CANCELLED, after(75));
    assertThat(end(ended).code()).isEqualTo("cancelled-by-owner");
  }

  @Test
  void aJobThatIsToRunAgainKeepsItsPlaceWhenANodeLosesItOrItsOwnerEndsIt() {
    booked("requeue");
    started();
    long number = job().number();

    assertThat(decided(new RunFact.Lost(RUN, after(75))).events())
        .containsExactly(
            new BookEvent.PartLost("j", 1, 0, after(75)),
            new BookEvent.JobRequeued("j", number, "node-lost", "a node lost it"));
    assertThat(decided(ended(143, EndCause.CANCELLED, 75)).events())
        .contains(
            new BookEvent.JobRequeued("j", number, "cancelled-by-owner", "a machine ended it"));
    book.write(new BookEvent.NodeDrained("d-0", DrainMode.SELL_NOTHING, "repair"));
    assertThat(decided(ended(143, EndCause.CANCELLED, 75)).events())
        .contains(
            new BookEvent.JobRequeued("j", number, "node-drained", "node d-0 is drained: repair"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"fail", "requeue"})
  void aLossThatASiteHasCausedCostsNothing(String onNodeLoss) {
    booked(onNodeLoss);
    started();
    var text = "the site of d-0 ended it: job 9 is PREEMPTED";
    var lost = new RunFact.Lost(RUN, after(75), Optional.of("job 9 is\nPREEMPTED"));

    assertThat(decided(lost).events())
        .containsExactly(
            new BookEvent.PartLost("j", 1, 0, after(75), Optional.of("job 9 is PREEMPTED")),
            onNodeLoss.equals("requeue")
                ? new BookEvent.JobRequeued("j", job().number(), "node-lost", text)
                : new BookEvent.JobEnded("j", JobState.LOST, "node-lost", text, List.of(0L)));
  }

  @Test
  void aJobThatIsCancelledIsWithdrawnHoweverItEnds() {
    booked("requeue");
    started();
    book.write(new BookEvent.CancelAsked("j"));

    for (var cause : List.of(EndCause.CANCELLED, EndCause.EXITED, EndCause.TIME_LIMIT)) {
      var end = end(ended(143, cause, 75));
      assertThat(end.state()).isEqualTo(JobState.WITHDRAWN);
      assertThat(end.code()).isEqualTo("cancelled");
      assertThat(end.chargedMilli()).containsExactly(150L);
    }
    assertThat(end(new RunFact.Lost(RUN, after(75))).state()).isEqualTo(JobState.LOST);
    var refused = end(new RunFact.Refused(RUN, "no"));
    assertThat(refused.state()).isEqualTo(JobState.WITHDRAWN);
    assertThat(refused.chargedMilli()).containsExactly(0L);
  }

  @ParameterizedTest
  @EnumSource(names = {"SELL_NOTHING", "GIVE_BACK", "NOW"})
  void aRunThatIsRefusedAsItsNodeIsTakenBackKeepsItsPlace(DrainMode mode) {
    booked("fail");
    started();
    book.write(new BookEvent.NodeDrained("d-0", mode, "repair"));

    var again = (BookEvent.JobRequeued) decided(new RunFact.Refused(RUN, "no")).events().get(1);

    boolean isTaken = mode == DrainMode.NOW;
    assertThat(again.code()).isEqualTo(isTaken ? "node-drained" : "node-refused");
    assertThat(again.number()).isEqualTo(isTaken ? job().number() : book.state().nextNumber());
  }

  @Test
  void partsStartOnceAllAreReady() {
    assertThat(RunDecisions.starting(book.state(), "j", 1)).isEqualTo(BookDecision.none(false));
    booked("fail");
    assertThat(RunDecisions.starting(book.state(), "j", 2)).isEqualTo(BookDecision.none(false));
    assertThat(RunDecisions.starting(book.state(), "j", 1))
        .isEqualTo(BookDecision.of(new BookEvent.JobStarting("j", 1), true));

    started();

    assertThat(RunDecisions.starting(book.state(), "j", 1)).isEqualTo(BookDecision.none(false));
    assertThat(RunDecisions.notReady(book.state(), "j", 1, List.of(), "x"))
        .isEqualTo(BookDecision.none(false));
  }

  @Test
  void aRunGetsItsWindowAndWhatItMayKnow() {
    booked("fail");

    var spec = RunDecisions.spec(book.state(), job(), 0, List.of());

    assertThat(spec.id()).isEqualTo(RUN);
    assertThat(spec.node()).isEqualTo("d-0");
    assertThat(spec.command()).containsExactly("x", "y");
    assertThat(spec.windowStart()).isEqualTo(after(60));
    assertThat(spec.windowEnd()).isEqualTo(after(120));
    assertThat(spec.grace()).isEqualTo(Duration.ofSeconds(30)); // half of the window
    assertThat(spec.account()).isEqualTo("a");
    assertThat(spec.environment())
        .containsAllEntriesOf(
            Map.of(
                "METASCHED_JOB_ID", "j",
                "METASCHED_ATTEMPT", "1",
                "METASCHED_PART", "0",
                "METASCHED_PARTS", "1",
                "METASCHED_NODES", "d-0"))
        .containsEntry("E", "v");
  }

  @Test
  void aRunThatEndsWithAnotherExitStatusThanZeroHasFailed() {
    booked("fail");
    started();

    assertThat(end(ended(3, EndCause.EXITED, 75)))
        .isEqualTo(
            new BookEvent.JobEnded(
                "j",
                JobState.FAILED,
                "non-zero-exit",
                "part 0 on d-0 ended with exit status 3",
                List.of(150L)));
  }
}
