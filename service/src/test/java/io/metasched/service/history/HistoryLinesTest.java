package io.metasched.service.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.Recorded;
import io.metasched.service.book.SchedulerRules;
import io.metasched.service.plan.SmallBook;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Lines of histories, including exports of an earlier version. */
final class HistoryLinesTest {
  private static final Recorded RECORDED =
      new Recorded(
          7,
          Instant.parse("2026-12-01T12:00:00Z"),
          "system",
          "",
          new BookEvent.SalesStopped(List.of("local-1"), Optional.empty()));

  @Test
  void anOptionalMemberMayBeAbsent() {
    var text = HistoryLines.text(RECORDED);
    var earlier = text.replace(",\"why\":null", "");

    assertThat(earlier).isNotEqualTo(text);
    assertThat(HistoryLines.read(earlier)).isEqualTo(new HistoryLines.Event(RECORDED));
  }

  @Test
  void rulesOfAnEarlierVersionSayNothingOfReasons() {
    var rules =
        new SchedulerRules(
            List.of(),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(10),
            Duration.ofDays(7),
            Duration.ofSeconds(1),
            1000,
            "backfilling",
            new TreeMap<>(),
            200_000,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    var recorded = new Recorded(7, RECORDED.at(), "planner", "", new BookEvent.RulesSet(rules));

    var text = HistoryLines.text(recorded);

    assertThat(text).doesNotContain("restOfReasons");
    assertThat(HistoryLines.read(text)).isEqualTo(new HistoryLines.Event(recorded));
  }

  @Test
  void jobWithoutDependenciesIsReadAlthoughTheyAreNotWritten() {
    var spec = SmallBook.spec("{'work':{'duration':'PT1M'}}");
    var recorded =
        new Recorded(7, RECORDED.at(), "ann", "", new BookEvent.JobChanged("j", 1, spec));

    var text = HistoryLines.text(recorded);

    assertThat(text).doesNotContain("\"after\"");
    assertThat(((HistoryLines.Event) HistoryLines.read(text)).recorded().event())
        .isInstanceOfSatisfying(
            BookEvent.JobChanged.class, event -> assertThat(event.spec().after()).isEmpty());
  }

  @Test
  void anyOtherMemberIsRequired() {
    var text = HistoryLines.text(RECORDED).replace("\"nodes\":[\"local-1\"],", "");

    assertThatThrownBy(() -> HistoryLines.read(text))
        .isInstanceOf(HistoryException.class)
        .hasMessageContaining("nodes");
  }
}
