package io.metasched.simulation.driver.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.spi.FilterReply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Limit on log lines of one cause: a few lines, then a count. */
final class LogLimitTest {
  private final List<String> output = new ArrayList<>();
  private long now;
  private final LogLimit limit = new LogLimit(() -> now, output::add);

  private int shown(String logger, int lines) {
    int shown = 0;
    for (int line = 0; line < lines; line++) {
      var event = new LoggingEvent();
      event.setLoggerName("akka." + logger);
      event.setLevel(Level.WARN);
      shown += limit.decide(event) == FilterReply.NEUTRAL ? 1 : 0;
    }
    return shown;
  }

  @Test
  void aCauseHasFewLinesInAMinuteAndTheOthersAreCounted() {
    limit.setPerMinute(3);

    assertThat(shown("Decoder", 3000)).isEqualTo(3);
    assertThat(shown("Other", 2)).isEqualTo(2);
    assertThat(output)
        .containsExactly("WARN Decoder - more lines of this kind are counted, not shown");

    now += TimeUnit.MINUTES.toNanos(1);
    assertThat(shown("Decoder", 5)).isEqualTo(3);
    assertThat(output).contains("WARN Decoder - 2997 more lines within a minute were suppressed");

    limit.stop();
    assertThat(output).endsWith("WARN Decoder - 2 more lines within a minute were suppressed");
  }

  @Test
  void fewLinesAreAllShownWithoutACount() {
    limit.setPerMinute(3);
    for (int minute = 0; minute < 5; minute++) {
      assertThat(shown("Decoder", 3)).isEqualTo(3);
      now += TimeUnit.MINUTES.toNanos(1);
    }
    limit.stop();
    assertThat(output).isEmpty();
  }
}
