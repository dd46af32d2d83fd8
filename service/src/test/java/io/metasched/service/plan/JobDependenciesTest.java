package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookJson;
import io.metasched.service.book.Dependency;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.JobState;
import io.metasched.service.run.EndCause;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs that wait for other jobs. */
final class JobDependenciesTest {
  private static final String JOB = "{'work':{'duration':'PT10M'}%s}";
  private final SmallBook book = new SmallBook();

  private static JobSpec after(String... dependencies) {
    var after =
        Arrays.stream(dependencies)
            .map(each -> each.split(" "))
            .map(each -> "{'job':'%s','outcome':'%s'}".formatted(each[0], each[1]))
            .toList();
    return SmallBook.spec(JOB.formatted(",'after':[" + String.join(",", after) + "]"));
  }

  private static JobSpec alone() {
    return SmallBook.spec(JOB.formatted(""));
  }

  /** Submits the job "a" and brings it to a state. */
  private void bring(JobState state) {
    book.submit("a", alone());
    switch (state) {
      case WAITING -> {}
      case REFUSED -> book.write(new BookEvent.JobRefused("a", "deadline", "why"));
      case WITHDRAWN ->
          book.write(new BookEvent.JobEnded("a", state, "cancelled", "why", List.of()));
      default -> {
        book.book("a", "d-0", 1, 10);
        if (state == JobState.BOOKED) {
          return;
        }
        book.write(new BookEvent.JobStarting("a", 1));
        book.write(new BookEvent.PartStarted("a", 1, 0, SmallBook.NOW));
        if (state != JobState.RUNNING) {
          int status = state == JobState.FINISHED ? 0 : 3;
          book.write(new BookEvent.PartEnded("a", 1, 0, status, EndCause.EXITED, SmallBook.NOW));
          book.write(new BookEvent.JobEnded("a", state, "none", "", List.of(0L)));
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "WAITING, waits, waits, waits, waits",
    "BOOKED, waits, waits, waits, waits",
    "RUNNING, met, waits, waits, waits",
    "FINISHED, met, met, met, missed",
    "FAILED, met, met, missed, met",
    "WITHDRAWN, met, met, missed, met",
    "REFUSED, met, met, missed, met"
  })
  void jobWaitsUntilTheOutcomeIsReachedOrMissed(
      JobState state, String started, String any, String ok, String failed) {
    bring(state);

    assertThat(verdict("started")).isEqualTo(started);
    assertThat(verdict("any")).isEqualTo(any);
    assertThat(verdict("ok")).isEqualTo(ok);
    assertThat(verdict("failed")).isEqualTo(failed);
  }

  private String verdict(String outcome) {
    var spec = after("a " + outcome);
    if (JobDependencies.missed(book.state(), spec).isPresent()) {
      return "missed";
    }
    return JobDependencies.open(book.state(), spec).isPresent() ? "waits" : "met";
  }

  @Test
  void jobWaitsForAllOthersAndSaysForWhich() {
    book.submit("a", alone());
    book.submit("b", alone());
    book.submit("c", after("a ok", "b any"));
    var job = book.state().job("c").orElseThrow();

    assertThat(JobDependencies.areMet(book.state(), job)).isFalse();
    assertThat(LiveJobs.isPlannable(book.state(), job, Long.MAX_VALUE)).isFalse();
    assertThat(JobDependencies.open(book.state(), job.spec()).orElseThrow().text())
        .isEqualTo("it waits for job a, which is waiting, to succeed, and for 1 more");
  }

  @Test
  void jobOfAnotherAccountOrNoneIsUnknown() {
    book.write(new BookEvent.AccountOpened("b", 1));
    book.submit("a", alone().withAccount("b"));

    assertThat(JobDependencies.unknown(book.state(), after("a ok")).orElseThrow().text())
        .isEqualTo("the account a has no job a to wait for");
    assertThat(JobDependencies.unknown(book.state(), after("x any"))).isPresent();
    assertThat(JobDependencies.unknown(book.state(), alone())).isEmpty();
  }

  @Test
  void dependencyIsStoredAndMissingOnesAreRead() {
    var spec = after("a failed");
    var json = BookJson.write((Object) spec);

    assertThat(BookJson.read(json, JobSpec.class)).isEqualTo(spec);
    assertThat(spec.after()).containsExactly(new Dependency("a", Dependency.Outcome.FAILED));
    var without = BookJson.write((Object) alone());
    assertThat(without).doesNotContain("after");
    assertThat(BookJson.read(without, JobSpec.class)).isEqualTo(alone());
  }
}
