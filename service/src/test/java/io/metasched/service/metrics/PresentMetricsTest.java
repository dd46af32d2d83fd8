package io.metasched.service.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.book.BookEvent;
import io.metasched.service.plan.SmallBook;
import io.metasched.service.run.Silence;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Gauges of the present state of three nodes. */
final class PresentMetricsTest {
  @Test
  void nodesThatAreOnlyObservedHaveNoVacantTime() {
    var book = new SmallBook();
    var present = new PresentMetrics(new ServiceMetrics(), book.fleet, Duration.ofMinutes(1));
    var silent =
        Map.of(
            "d-0", new Silence(Silence.Cause.SHADOW, SmallBook.NOW),
            "d-1", new Silence(Silence.Cause.NO_AGENT, SmallBook.NOW));

    book.write(BookEvent.SalesStopped.of(new TreeMap<>(silent)));

    assertThat(present.scrape(book.state(), 0, Collections.emptySortedMap()))
        .contains("metasched_slot_seconds{kind=\"vacant\"} 120.0\n");
  }
}
