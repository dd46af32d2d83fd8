package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.fake.FakeBatch;
import io.metasched.service.fake.FakeSlurm;
import io.metasched.service.run.GivenClock;
import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldFinding.Kind;
import io.metasched.service.site.HoldRefusal.Reason;
import io.metasched.service.site.SiteHold;
import io.metasched.service.site.TakenSpan;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reservations of Slurm that recur. */
final class RecurrenceTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  // a Friday, two days before the clocks of Berlin are set forward
  private static final Instant NOON = Instant.parse("2026-03-27T11:00:00Z");

  private static SiteReservation course(String... flags) {
    return new SiteReservation(
        "course",
        NOON,
        NOON.plusSeconds(3600),
        List.of("n1"),
        new TreeSet<>(List.of(flags)),
        false,
        List.of("bob"),
        List.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SPEC_NODES | 27T11:00
          HOURLY     | 27T11:00 27T12:00 27T13:00 27T14:00
          DAILY      | 27T11:00 28T11:00 29T10:00 30T10:00
          WEEKDAY    | 27T11:00 30T10:00 31T10:00 01T10:00
          WEEKEND    | 27T11:00 28T11:00 29T10:00 04T10:00
          WEEKLY     | 27T11:00 03T10:00 10T10:00 17T10:00
          """)
  void reservationRecursAtTheSameLocalTime(String flag, String starts) {
    var spans = course(flag, "IGNORE_JOBS").spans(NOON.plus(Duration.ofDays(30)), BERLIN);

    assertThat(
            spans.stream()
                .limit(4)
                .map(span -> span.start().toString().substring(8, 16))
                .collect(Collectors.joining(" ")))
        .isEqualTo(starts);
    assertThat(spans)
        .allMatch(span -> span.detail().equals("course"))
        .allMatch(span -> span.start().isBefore(NOON.plus(Duration.ofDays(30))));
  }

  @Test
  void timeAfterManyRecurrencesIsTaken() {
    var until = NOON.plus(Duration.ofDays(366));

    var spans = course("DAILY", "MAINT").spans(until, BERLIN);

    assertThat(spans).hasSize(SiteReservation.RECURRENCES + 1);
    assertThat(spans.get(0).end()).isEqualTo(NOON.plusSeconds(3600));
    assertThat(spans.get(SiteReservation.RECURRENCES).end()).isEqualTo(until);
    assertThat(spans).allMatch(span -> span.reason() == TakenSpan.Reason.MAINTENANCE);
  }

  @Test
  void timeOfALaterRecurrenceIsNotHeld() throws Exception {
    var clock = new GivenClock(NOON.minusSeconds(60));
    var site = new FakeSlurm(clock, List.of("n1", "n2"), job -> FakeBatch.of(Duration.ZERO, 0));
    site.reserve(course("DAILY"));
    var rules =
        new CalendarRules(
            "main",
            "ms-",
            List.of("metasched"),
            Duration.ZERO,
            false,
            BERLIN,
            SlurmRights.OPERATOR);
    var holds = new SlurmHolds(site, rules, clock);
    var start = NOON.plus(Duration.ofDays(10)).minusSeconds(3600); // in summer time
    var taken = new SiteHold("ms-a.1.0", "n1", start, start.plusSeconds(60));
    var other = new SiteHold("ms-b.1.0", "n2", start, start.plusSeconds(60));
    var later = new SiteHold("ms-c.1.0", "n1", start.plusSeconds(3600), start.plusSeconds(3700));

    var refusal = holds.hold(List.of(taken, other)).orElseThrow();
    assertThat(refusal.reason()).isEqualTo(Reason.TAKEN);
    assertThat(refusal.text()).isEqualTo("reservation course");
    assertThat(holds.hold(List.of(other, later))).isEmpty();

    assertThat(holds.check(List.of(other, later, taken)))
        .containsExactly(
            new HoldFinding("ms-a.1.0", Kind.MISSING, ""),
            new HoldFinding("ms-a.1.0", Kind.OVERLAPPED, "course"));
  }
}
