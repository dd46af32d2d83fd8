package io.metasched.service.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts of refused placements and revoked bookings, compared with a list of all additions. */
final class GivenBackTest {
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:30:00Z");

  private record Added(Instant at, String account, String code) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void countsWhatWasAddedInThePresentHourAndThe23Before(long seed) {
    var random = new Random(seed);
    var counted = new GivenBack();
    var all = new ArrayList<Added>();
    var now = BEGIN;
    for (int step = 0; step < 500; step++) {
      now = now.plus(Duration.ofMinutes(random.nextInt(60)));
      var added = new Added(now, "a" + random.nextInt(3), "c" + random.nextInt(3));
      all.add(added);
      counted.add(added.at(), added.account(), added.code());

      var first = now.truncatedTo(java.time.temporal.ChronoUnit.HOURS).minus(Duration.ofHours(23));
      var wanted = new TreeMap<String, Integer>();
      all.stream()
          .filter(each -> !each.at().isBefore(first) && !each.account().equals("a0"))
          .forEach(each -> wanted.merge(each.code(), 1, Integer::sum));
      assertThat(counted.since(now, account -> !account.equals("a0"))).isEqualTo(wanted);
    }
    assertThat(counted.since(now.plus(Duration.ofHours(24)), List.of("a1")::contains)).isEmpty();
  }
}
