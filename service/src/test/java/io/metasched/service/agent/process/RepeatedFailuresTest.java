package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class RepeatedFailuresTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final RepeatedFailures failures = new RepeatedFailures();

  @Test
  void failureIsDueOnceAMinute() {
    long start = Long.MAX_VALUE - SECOND; // the time may overflow

    assertThat(failures.isDue("a", "no space", start)).isTrue();
    assertThat(failures.isDue("a", "no space", start + SECOND)).isFalse();
    assertThat(failures.isDue("a", "no space", start + 59 * SECOND)).isFalse();
    assertThat(failures.isDue("a", "no space", start + 60 * SECOND)).isTrue();
    assertThat(failures.isDue("a", "no space", start + 61 * SECOND)).isFalse();
  }

  @Test
  void otherFailuresAreDue() {
    failures.isDue("a", "no space", 0);

    assertThat(failures.isDue("a", "no folder", 0)).isTrue();
    assertThat(failures.isDue("b", "no space", 0)).isTrue();
    assertThat(failures.isDue("a", "no space", 0)).isFalse();
  }

  @Test
  void oldestFailuresAreForgotten() {
    for (int i = 0; i < 1001; i++) {
      failures.isDue("run " + i, "no space", i);
    }

    assertThat(failures.isDue("run 1", "no space", 1001)).isFalse();
    assertThat(failures.isDue("run 0", "no space", 1001)).isTrue();
  }
}
