package io.metasched.service.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookEvent.JobPostponed;
import io.metasched.service.book.BookEvent.JobRefused;
import io.metasched.service.plan.SmallBook;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Differences between a recorded cycle and its replay. */
final class DifferencesTest {
  private static final BookEvent BEGUN = new BookEvent.CycleBegun(1, 0, 0);

  private final SmallBook book = new SmallBook();
  private final Differences differences = new Differences();

  @BeforeEach
  void submit() {
    book.submit("j", SmallBook.spec("{'work':{'duration':'PT1M'}}"));
  }

  private Optional<String> compare(List<BookEvent> then, List<BookEvent> now) {
    differences.compare(BEGUN, book.state(), then, now);
    return differences.first();
  }

  private static List<BookEvent> postponed(String code) {
    return List.of(new JobPostponed("j", 1, code, "text of " + code));
  }

  private static List<BookEvent> refused(String code) {
    return List.of(new JobRefused("j", code, "text of " + code));
  }

  @ParameterizedTest
  @CsvSource({"slot-taken, planned-too-late", "slot-taken, node-lost", "slot-taken, slot-taken"})
  void aReasonToWaitThatIsMoreExactTodayIsNoDifference(String then, String now) {
    assertThat(compare(postponed(then), postponed(now))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "deadline, start-passed",
    "deadline, deadline-passed",
    "deadline, start-too-near",
    "not-enough-nodes, requirements",
    "not-enough-nodes, price-limit"
  })
  void aReasonOfARefusalThatIsMoreExactTodayIsNoDifference(String then, String now) {
    assertThat(compare(refused(then), refused(now))).isEmpty();
  }

  @Test
  void aJobThatWaitsForTheReasonOfBeforeInMoreExactWordsIsNoDifference() {
    book.write(new JobPostponed("j", 0, "slot-taken", ""));

    assertThat(compare(List.of(), postponed("planned-too-late"))).isEmpty();
    assertThat(compare(postponed("node-lost"), postponed("node-lost"))).isEmpty();
    assertThat(differences.count()).isZero();
  }

  @Test
  void anotherReasonIsADifference() {
    assertThat(compare(postponed("planned-too-late"), postponed("slot-taken")))
        .contains(
            "cycle 1: job j is postponed (planned-too-late), but planned again: job j is postponed"
                + " (slot-taken)");
    compare(postponed("slot-taken"), postponed("no-alternative"));
    compare(refused("deadline"), refused("budget"));
    compare(List.of(), postponed("planned-too-late"));
    assertThat(differences.count()).isEqualTo(4);
  }
}
