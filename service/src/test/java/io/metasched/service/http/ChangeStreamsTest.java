package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ChangeStreamsTest {
  @ParameterizedTest(name = "{0} ms, news: {1}, plans: {2}")
  @CsvSource({
    "249, true, false, false",
    "250, true, false, true",
    // not while a cycle is under way, but that may take long
    "250, true, true, false",
    "499, true, true, false",
    "500, true, true, true",
    // nothing to tell but that the connection is there
    "14999, false, false, false",
    "15000, false, true, true",
  })
  void readersAreToldTogetherAndNotDuringAShortCycle(
      long millis, boolean hasNews, boolean plans, boolean isDue) {
    assertThat(ChangeStreams.isDue(Duration.ofMillis(millis), hasNews, plans)).isEqualTo(isDue);
  }
}
