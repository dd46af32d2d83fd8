package io.metasched.metascheduler.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import akka.event.DefaultLoggingFilter;
import akka.event.Logging;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Reduction of a flood of log events to a few. */
final class FloodFilterTest {
  private final List<String> output = new ArrayList<>();
  private long now;
  private final FloodFilter filter =
      new FloodFilter(
          new DefaultLoggingFilter(() -> new Logging.LogLevel(Logging.InfoLevel())),
          () -> now,
          output::add);

  @Test
  void aClassHasFewEventsInAMinuteAndTheOthersAreCounted() {
    int made = 0;
    for (int event = 0; event < 3000; event++) {
      made += filter.isInfoEnabled(String.class, "a") ? 1 : 0;
    }
    assertThat(made).isEqualTo(FloodFilter.PER_MINUTE);
    assertThat(filter.isErrorEnabled(String.class, "a")).isTrue();
    assertThat(filter.isWarningEnabled(Integer.class, "a")).isTrue();

    now += TimeUnit.MINUTES.toNanos(1);

    assertThat(filter.isInfoEnabled(String.class, "a")).isTrue();
    assertThat(output)
        .containsExactly(
            "INFO String - more lines of this kind are counted, not shown",
            "INFO String - 2800 more lines within a minute were suppressed");
  }

  @Test
  void hiddenMessagesAreNotMadeAndNotCounted() {
    for (int event = 0; event < 3000; event++) {
      assertThat(filter.isDebugEnabled(String.class, "a")).isFalse();
    }
    assertThat(output).isEmpty();
  }
}
