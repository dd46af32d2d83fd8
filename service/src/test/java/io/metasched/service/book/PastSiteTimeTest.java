package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Span;
import io.metasched.service.plan.SmallBook;
import io.metasched.service.site.TakenSpan.Reason;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Time that the site of a node has used for itself. */
final class PastSiteTimeTest {
  private BookState state = new SmallBook().state();

  private static SiteSpan span(long start, long end, Reason reason) {
    return new SiteSpan(new Span(start, end), reason, "");
  }

  /** Changes the time of a site at a tick. */
  private void change(long tick, SiteSpan... spans) {
    var event = new BookEvent.SiteTimeChanged(new TreeMap<>(Map.of("d-1", List.of(spans))));
    var at = state.ticks().instant(tick);
    state = state.after(new Recorded(state.seq() + 1, at, "-", "-", event));
  }

  private List<SiteSpan> past() {
    return state.market().pastSiteTime("d-1");
  }

  @Test
  void spansThatHaveBegunAreKeptUntilTheTickAtWhichTheyAreGone() {
    var job = span(5000, 60_000, Reason.LOCAL_JOB);
    var later = span(90_000, 99_000, Reason.MAINTENANCE);
    change(5000, job, later);
    change(10_000, span(5000, 80_000, Reason.LOCAL_JOB)); // another limit
    assertThat(past()).isEmpty();

    change(20_000);

    assertThat(past()).containsExactly(span(5000, 20_000, Reason.LOCAL_JOB));
    change(30_000, span(30_000, SiteSpan.NO_END, Reason.DOWN));
    change(40_000);
    assertThat(past()).hasSize(2).last().isEqualTo(span(30_000, 40_000, Reason.DOWN));
    assertThat(state.market().siteTime("d-1")).isEmpty();
    var restored = new SnapshotState();
    SnapshotRow.rows(state).forEach(restored::add);
    assertThat(restored.whole().market().pastSiteTime("d-1")).isEqualTo(past());
  }

  @Test
  void lastSpansAreKept() {
    for (int i = 0; i < 60; i++) {
      change(1000L * i + 1000, span(1000L * i + 1000, 1000L * i + 1500, Reason.LOCAL_JOB));
    }

    assertThat(past()).hasSize(50).last().isEqualTo(span(59_000, 59_500, Reason.LOCAL_JOB));
  }
}
