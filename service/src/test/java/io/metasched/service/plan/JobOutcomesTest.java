package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.Work;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookJson;
import io.metasched.service.book.BookState;
import io.metasched.service.book.DrainMode;
import io.metasched.service.book.ExampleJobs;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.Recorded;
import io.metasched.service.book.SnapshotRow;
import io.metasched.service.run.EndCause;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunSignal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Outcomes of a job with two parts. Each part costs 1 per second, is booked for ten seconds, and
 * ends after four.
 */
final class JobOutcomesTest {
  private static final Instant ORIGIN = Instant.parse("2026-12-01T00:00:00Z");
  private static final Instant END = ORIGIN.plusSeconds(4);

  private BookState state = BookState.EMPTY;

  private void happen(BookEvent event) {
    state = state.after(new Recorded(state.seq() + 1, ORIGIN, "test", "", event));
  }

  private JobRecord job() {
    return state.job("j").orElseThrow();
  }

  private void run() {
    starting();
    happen(new BookEvent.PartStarted("j", 1, 0, ORIGIN));
    happen(new BookEvent.PartStarted("j", 1, 1, ORIGIN));
    assertThat(job().costMilli()).hasValue(20_000L);
  }

  private void starting() {
    booked();
    happen(new BookEvent.JobStarting("j", 1));
  }

  private void booked() {
    var spec = ExampleJobs.named("n").withNodes(2).withWork(Work.duration(10_000));
    IntFunction<Part> part = node -> new Part(node, Span.of(0, 10_000), 1000, 10_000, 0);
    happen(new BookEvent.Founded(ORIGIN));
    happen(new BookEvent.AccountOpened("a", 0));
    happen(new BookEvent.Deposited("a", 1_000_000, Optional.empty(), ""));
    happen(new BookEvent.JobSubmitted("j", 0, "u", spec, Optional.empty(), ""));
    assertThat(job().costMilli()).isEmpty();
    var window = new Window(List.of(part.apply(0), part.apply(1)));
    happen(new BookEvent.JobBooked("j", 0, 0, window, List.of("n-1", "n-2"), true));
  }

  private void report(RunFact... facts) {
    for (var fact : facts) {
      RunDecisions.apply(state, fact).events().forEach(this::happen);
    }
  }

  private static RunFact end(int part, int status, EndCause cause) {
    return new RunFact.Ended(new RunId("j", 1, part), status, cause, END);
  }

  private static Arguments outcome(
      RunFact one, RunFact other, JobState state, String code, int exit, String signal, long cost) {
    return arguments(one, other, state, code, exit, signal, cost);
  }

  static Stream<Arguments> outcomes() {
    var zero = end(0, 0, EndCause.EXITED);
    var lost = new RunFact.Lost(new RunId("j", 1, 1), END);
    return Stream.of(
        outcome(zero, end(1, 0, EndCause.EXITED), JobState.FINISHED, "none", 0, "", 8000),
        outcome(zero, end(1, 3, EndCause.EXITED), JobState.FAILED, "non-zero-exit", 3, "", 8000),
        outcome(
            end(0, 137, EndCause.EXITED),
            end(1, 3, EndCause.EXITED),
            JobState.FAILED,
            "non-zero-exit",
            137,
            "KILL",
            8000),
        outcome(
            zero,
            end(1, 143, EndCause.TIME_LIMIT),
            JobState.OVERRAN,
            "time-limit",
            143,
            "TERM",
            8000),
        outcome(
            end(0, 1, EndCause.EXITED),
            end(1, 0, EndCause.TIME_LIMIT),
            JobState.OVERRAN,
            "time-limit",
            1,
            "",
            8000),
        outcome(
            zero,
            end(1, 137, EndCause.OUT_OF_MEMORY),
            JobState.FAILED,
            "out-of-memory",
            137,
            "KILL",
            8000),
        outcome(
            zero,
            end(1, 143, EndCause.CANCELLED),
            JobState.FAILED,
            "cancelled-by-owner",
            143,
            "TERM",
            0),
        outcome(end(0, 3, EndCause.EXITED), lost, JobState.LOST, "node-lost", 3, "", 8000));
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void aJobEndsWithTheGreatestExitStatusOfItsParts(
      RunFact one,
      RunFact other,
      JobState outcome,
      String code,
      int exit,
      String signal,
      long cost) {
    run();
    report(one, other);

    assertThat(job().state()).isEqualTo(outcome);
    assertThat(job().reason().code()).isEqualTo(code);
    assertThat(job().exitStatus()).hasValue(exit);
    assertThat(job().greatestExit().flatMap(part -> part.signal()).map(RunSignal::name).orElse(""))
        .isEqualTo(signal);
    assertThat(job().costMilli()).hasValue(cost);
    assertThat(job().money().charged()).isEqualTo(cost);
  }

  private static RunFact refused(int part) {
    return new RunFact.Refused(new RunId("j", 1, part), "a node of the job is drained", false);
  }

  @Test
  void aJobOfADrainedNodeOfWhichNothingHasRunWaitsAgainInItsPlace() {
    starting();
    long number = job().number();
    happen(new BookEvent.NodeDrained("n-1", DrainMode.NOW, "repair"));
    report(refused(0), refused(1));

    assertThat(job().state()).isEqualTo(JobState.WAITING);
    assertThat(job().number()).isEqualTo(number);
    assertThat(job().reason().text()).isEqualTo("node n-1 is drained: repair");
    assertThat(job().money().held()).isZero();
    assertThat(state.open().waiting().get(number)).containsSame(job());
  }

  @Test
  void aJobOfADrainedNodeOfWhichAPartHasRunFailsByTheDrainAndPaysNothing() {
    starting();
    happen(new BookEvent.NodeDrained("n-1", DrainMode.NOW, "repair"));
    report(refused(0), end(1, 143, EndCause.CANCELLED));

    assertThat(job().state()).isEqualTo(JobState.FAILED);
    assertThat(job().reason().code()).isEqualTo("node-drained");
    assertThat(job().costMilli()).hasValue(0L);
  }

  @Test
  void aBookedJobOfADrainedNodeWaitsAgainBeforeThoseThatWereSubmittedLater() {
    booked();
    var later = job().spec();
    happen(new BookEvent.JobSubmitted("later", 1, "u", later, Optional.empty(), ""));
    NodeCommands.drain(state, "n-2", DrainMode.GIVE_BACK, "repair").events().forEach(this::happen);

    assertThat(state.waitingJobs()).extracting(JobRecord::id).containsExactly("j", "later");
    assertThat(job().attempt()).isEqualTo(2);
  }

  @Test
  void theReasonNamesThePartThatFailed() {
    run();
    report(end(0, 0, EndCause.EXITED), end(1, 3, EndCause.EXITED));

    assertThat(job().reason().text()).isEqualTo("part 1 on n-2 ended with exit status 3");
  }

  @Test
  void theReasonNamesTheSignalThatEndedAPart() {
    run();
    report(end(0, 139, EndCause.EXITED), end(1, 3, EndCause.EXITED));

    assertThat(job().reason().text())
        .isEqualTo("part 0 on n-1 was ended by signal SEGV (exit status 139)");
  }

  @Test
  void aJobWhoseFolderIsTooLargeFailsWithItsSizeAndPaysTheTimeUsed() {
    var size = "its folder took 12.0 MiB, allowed are 10.0";
    run();
    report(
        RunFact.Ended.aboveLimit(new RunId("j", 1, 0), 137, size, END), end(1, 0, EndCause.EXITED));

    assertThat(job().state()).isEqualTo(JobState.FAILED);
    assertThat(job().reason()).isEqualTo(new JobRecord.Reason("machine-limit", "n-1: " + size));
    assertThat(job().parts().get(0).cause()).hasValue(EndCause.MACHINE_LIMIT);
    assertThat(job().parts().get(0).note()).hasValue(size);
    assertThat(job().costMilli()).hasValue(8000L);
  }

  @Test
  void theReasonNamesThePartThatWasAboveALimitOfItsMachine() {
    run();
    report(
        end(0, 0, EndCause.EXITED),
        RunFact.Ended.aboveLimit(new RunId("j", 1, 1), 137, "too large", END));

    assertThat(job().reason()).isEqualTo(new JobRecord.Reason("machine-limit", "n-2: too large"));
  }

  @Test
  void anEventOfAnEarlierVersionHasNoNote() {
    var ended = new BookEvent.PartEnded("j", 1, 0, 3, EndCause.EXITED, END);
    var text = BookJson.write(ended);

    assertThat(text).doesNotContain("note");
    assertThat(BookJson.read(text, BookEvent.class)).isEqualTo(ended);
  }

  @Test
  void aCancelledJobIsWithdrawnWithTheExitStatusThatItHad() {
    run();
    happen(new BookEvent.CancelAsked("j"));
    report(end(0, 143, EndCause.CANCELLED), end(1, 143, EndCause.CANCELLED));

    assertThat(job().state()).isEqualTo(JobState.WITHDRAWN);
    assertThat(job().exitStatus()).hasValue(143);
    assertThat(job().costMilli()).hasValue(8000L);
  }

  @Test
  void aBookOfAnEarlierVersionHasItsFinishedJobsWithAnotherExitStatusAsFailed() {
    run();
    happen(new BookEvent.PartEnded("j", 1, 0, 3, EndCause.EXITED, END));
    happen(new BookEvent.PartEnded("j", 1, 1, 0, EndCause.EXITED, END));
    happen(new BookEvent.JobEnded("j", JobState.FINISHED, "none", "", List.of(4000L, 4000L)));
    var failed = job();

    assertThat(failed.state()).isEqualTo(JobState.FAILED);
    assertThat(failed.reason().text()).isEqualTo("part 0 on n-1 ended with exit status 3");
    assertThat(failed.money().charged()).isEqualTo(8000);
    var row =
        BookJson.write(failed)
            .replace("\"state\":\"FAILED\"", "\"state\":\"FINISHED\"")
            .replaceFirst("\"reason\":\\{[^}]*}", "\"reason\":{\"code\":\"none\",\"text\":\"\"}");
    var old = BookJson.read(row, JobRecord.class);
    assertThat(old.state()).isEqualTo(JobState.FINISHED);
    assertThat(new SnapshotRow.JobRow(old).into(BookState.EMPTY).job("j")).hasValue(failed);
  }
}
