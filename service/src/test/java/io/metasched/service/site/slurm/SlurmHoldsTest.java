package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.fake.FakeBatch;
import io.metasched.service.fake.FakeSlurm;
import io.metasched.service.fake.FaultySlurm;
import io.metasched.service.run.GivenClock;
import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldFinding.Kind;
import io.metasched.service.site.HoldRefusal;
import io.metasched.service.site.HoldRefusal.Reason;
import io.metasched.service.site.SiteException;
import io.metasched.service.site.SiteHold;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds of time at a simulated Slurm, with and without faults. */
final class SlurmHoldsTest {
  private static final Instant BEGIN = Instant.parse("2026-03-01T10:00:00Z");
  private static final CalendarRules RULES =
      new CalendarRules("main", "ms-", List.of("metasched"), Duration.ofSeconds(60), false);

  private final GivenClock clock = new GivenClock(BEGIN);
  private final FakeSlurm site =
      new FakeSlurm(
          clock, List.of("n1", "n2", "n3", "n4"), job -> FakeBatch.of(Duration.ofHours(1), 0));
  private final SlurmHolds holds = new SlurmHolds(site, RULES, clock);

  private static SiteHold hold(String name, String node, int from, int until) {
    return new SiteHold("ms-" + name, node, BEGIN.plusSeconds(from), BEGIN.plusSeconds(until));
  }

  private List<String> names() {
    return site.reservations().stream().map(SiteReservation::name).toList();
  }

  private static Optional<Reason> reason(Optional<HoldRefusal> refusal) {
    return refusal.map(HoldRefusal::reason);
  }

  @Test
  void allPartsAreHeldOrNone() throws Exception {
    assertThat(holds.hold(List.of(hold("a.1.0", "n1", 60, 120), hold("a.1.1", "n2", 60, 120))))
        .isEmpty();
    // n2 is taken, so n3 is not held either
    var refusal = holds.hold(List.of(hold("b.1.0", "n3", 60, 120), hold("b.1.1", "n2", 119, 200)));

    assertThat(refusal.orElseThrow().hold()).isEqualTo("ms-b.1.1");
    assertThat(reason(refusal)).contains(Reason.TAKEN);
    assertThat(names()).containsExactly("ms-a.1.0", "ms-a.1.1");
    assertThat(holds.hold(List.of(hold("c.1.0", "n2", 120, 200)))).isEmpty();
  }

  /** Starts a job of the site, which ends after ten minutes at the latest. */
  private void submitLocal(String node) throws Exception {
    site.submit(
        new BatchSubmission(
            "local",
            "",
            "#!/bin/sh\n",
            List.of(node),
            Duration.ofMinutes(10),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            "/",
            "/dev/null"));
    clock.advance(Duration.ofSeconds(2));
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void bookingsRefusedAtALaterPartAreReleasedEvenIfTheyOccupyAllCalls() throws Exception {
    submitLocal("n4"); // only the creation of a reservation shows the job
    var bookings = new ArrayList<List<SiteHold>>();
    for (int i = 1; i <= 2; i++) {
      var node = "n" + i;
      int from = 60 * i;
      bookings.add(
          List.of(hold(i + ".1.0", node, from, from + 60), hold(i + ".1.1", "n4", 60, 120)));
    }

    var results = SlurmHolds.parallel(site, RULES, clock, 2).holdEach(bookings);

    for (var result : results) {
      assertThat(reason(result.join())).contains(Reason.TAKEN);
    }
    assertThat(names()).isEmpty();
  }

  @Test
  void repeatedHoldChangesNothing() throws Exception {
    var part = hold("a.1.0", "n1", 60, 120);

    assertThat(holds.hold(List.of(part))).isEmpty();
    assertThat(holds.hold(List.of(part))).isEmpty();
    assertThat(holds.check(List.of(part))).isEmpty();
  }

  @Test
  void holdThatBeganLongAgoMayBeRepeated() throws Exception {
    var part = hold("a.1.0", "n1", 60, 2000);
    var other = hold("a.1.1", "n2", 60, 2000);
    holds.hold(List.of(part, other));
    clock.advance(Duration.ofSeconds(760)); // Slurm refuses such a start for a new reservation

    assertThat(holds.hold(List.of(part, other))).isEmpty();
    assertThat(holds.check(List.of(part, other))).isEmpty();
    assertThat(reason(holds.hold(List.of(hold("b.1.0", "n3", 60, 2000))))).contains(Reason.OTHER);
  }

  @Test
  void moveMayBeRepeatedAfterTheHoldHasBegun() throws Exception {
    holds.hold(List.of(hold("a.1.0", "n1", 600, 700)));
    var place = hold("a.1.0", "n1", 500, 2000);
    assertThat(holds.hold(List.of(place))).isEmpty();
    clock.advance(Duration.ofSeconds(501));

    assertThat(holds.hold(List.of(place))).isEmpty();
    assertThat(reason(holds.hold(List.of(hold("a.1.0", "n2", 500, 2000))))).contains(Reason.OTHER);
    assertThat(holds.check(List.of(place))).isEmpty();
  }

  @Test
  void refusedPartKeepsTheHoldsOfEarlierCalls() throws Exception {
    var held = hold("a.1.0", "n1", 60, 120);
    holds.hold(List.of(held, hold("b.1.0", "n3", 60, 120)));

    var refusal =
        holds.hold(List.of(held, hold("a.1.1", "n2", 60, 120), hold("a.1.2", "n3", 60, 120)));

    assertThat(refusal.orElseThrow().hold()).isEqualTo("ms-a.1.2");
    assertThat(names()).containsExactly("ms-a.1.0", "ms-b.1.0");
  }

  @Test
  void nodeThatIsDrainedOrUnknownIsNotHeld() throws Exception {
    site.drain("n1", "bad fan");

    var refusal = holds.hold(List.of(hold("a.1.0", "n1", 60, 120))).orElseThrow();
    assertThat(refusal.reason()).isEqualTo(Reason.NODE_UNUSABLE);
    assertThat(refusal.text()).isEqualTo("bad fan");
    assertThat(reason(holds.hold(List.of(hold("a.1.0", "n9", 60, 120)))))
        .contains(Reason.NODE_UNUSABLE);
    assertThat(names()).isEmpty();
  }

  @Test
  void runningJobOfTheSiteKeepsItsNode() throws Exception {
    submitLocal("n1");

    assertThat(reason(holds.hold(List.of(hold("a.1.0", "n1", 60, 120))))).contains(Reason.TAKEN);
    assertThat(holds.hold(List.of(hold("a.1.0", "n1", 700, 800)))).isEmpty();
  }

  @Test
  void releaseCancelsTheJobsOfTheHold() throws Exception {
    holds.hold(List.of(hold("a.1.0", "n1", 60, 120)));
    site.submit(
        new BatchSubmission(
            "ms-a.1.0",
            "",
            "#!/bin/sh\n",
            List.of("n1"),
            Duration.ofMinutes(1),
            Optional.of("ms-a.1.0"),
            Optional.empty(),
            Optional.empty(),
            Optional.of(new BatchSubmission.User("metasched", "metasched")),
            "/",
            "/dev/null"));

    holds.release(List.of("ms-a.1.0", "ms-unknown"));

    assertThat(names()).isEmpty();
    assertThat(site.jobs()).allMatch(job -> job.state().isOver());
    assertThatThrownBy(() -> holds.release(List.of("of-the-site")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void moveIsMadeAtOnceOrKeepsItsPlace() throws Exception {
    var place = hold("a.1.0", "n1", 600, 700);
    holds.hold(List.of(place, hold("b.1.0", "n2", 600, 700)));

    assertThat(reason(holds.hold(List.of(hold("a.1.0", "n2", 650, 750))))).contains(Reason.TAKEN);
    assertThat(holds.check(List.of(place, hold("b.1.0", "n2", 600, 700)))).isEmpty();
    assertThat(holds.hold(List.of(hold("a.1.0", "n2", 500, 600)))).isEmpty();
    assertThat(holds.check(List.of(hold("a.1.0", "n2", 500, 600), hold("b.1.0", "n2", 600, 700))))
        .isEmpty();
  }

  @Test
  void moveOfAllPartsIsMadeOrUndone() throws Exception {
    submitLocal("n3"); // only the change of a reservation shows the job of n3
    var before = List.of(hold("a.1.0", "n1", 600, 700), hold("a.1.1", "n2", 600, 700));
    holds.hold(before);

    var refused =
        holds.hold(
            List.of(
                hold("a.1.0", "n1", 300, 400),
                hold("a.1.1", "n3", 300, 400),
                hold("a.1.2", "n4", 300, 400)));
    assertThat(refused.orElseThrow().hold()).isEqualTo("ms-a.1.1");
    assertThat(holds.check(before)).isEmpty();

    var after = List.of(hold("a.1.0", "n4", 300, 400), hold("a.1.1", "n1", 300, 400));
    assertThat(holds.hold(after)).isEmpty();
    assertThat(holds.check(after)).isEmpty();
  }

  @Test
  void checkFindsWhatTheSiteChanged() throws Exception {
    var lost = hold("a.1.0", "n1", 600, 700);
    var moved = hold("b.1.0", "n2", 600, 700);
    var covered = hold("c.1.0", "n3", 600, 700);
    var drained = hold("d.1.0", "n4", 600, 700);
    var over = hold("e.1.0", "n4", 1, 2);
    holds.hold(List.of(lost, moved, covered, drained, hold("f.1.0", "n1", 800, 900)));
    site.delete("ms-a.1.0");
    site.update("ms-b.1.0", ReservationChange.endAt(BEGIN.plusSeconds(690)));
    site.maintain("disks", BEGIN.plusSeconds(650), BEGIN.plusSeconds(660), List.of("n3"));
    site.drain("n4", "bad fan");
    clock.advance(Duration.ofSeconds(5));

    assertThat(holds.check(List.of(lost, moved, covered, drained, over)))
        .containsExactly(
            new HoldFinding("ms-a.1.0", Kind.MISSING, ""),
            new HoldFinding(
                "ms-b.1.0",
                Kind.CHANGED,
                "n2 from %s to %s".formatted(BEGIN.plusSeconds(600), BEGIN.plusSeconds(690))),
            new HoldFinding("ms-c.1.0", Kind.OVERLAPPED, "disks"),
            new HoldFinding("ms-d.1.0", Kind.NODE_LOST, "bad fan"),
            new HoldFinding("ms-f.1.0", Kind.LEFT_OVER, ""));
  }

  /**
   * Books, releases and moves holds at a faulty site, as a service would. A call without an answer
   * is followed by a check, which decides. At the end, the site has exactly the booked holds.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void afterFaultsTheSiteHasExactlyTheBookedHolds(long seed) throws Exception {
    var random = new Random(seed);
    var faults = new FaultySlurm(site, clock, random, 0.2);
    var faulty = new SlurmHolds(faults, RULES, clock);
    var booked = new TreeMap<String, SiteHold>();
    int bookings = 0;
    for (int step = 0; step < 150; step++) {
      clock.advance(Duration.ofMillis(random.nextInt(3000)));
      try {
        if (random.nextInt(4) == 0 && !booked.isEmpty()) {
          var name = booked.firstKey();
          booked.remove(name); // decided before the site is asked
          faulty.release(List.of(name));
        } else if (random.nextInt(4) == 0 && !booked.isEmpty()) {
          var old = booked.lastEntry().getValue();
          var moved = new SiteHold(old.name(), node(random), old.start(), old.end());
          if (faulty.hold(List.of(moved)).isEmpty()) {
            booked.put(moved.name(), moved);
          }
        } else {
          var parts = parts(random, step);
          if (faulty.hold(parts).isEmpty()) {
            bookings++;
            parts.forEach(part -> booked.put(part.name(), part));
          }
        }
      } catch (SiteException unknown) {
        // the check finds the holds that were made
      }
      if (random.nextInt(3) == 0) {
        repair(faulty, booked);
      }
    }
    clock.advance(Duration.ofSeconds(30)); // late commands arrive
    for (int i = 0; i < 3; i++) {
      repair(holds, booked);
    }

    var kept = new TreeSet<String>();
    for (var each : site.reservations()) {
      if (each.name().startsWith("ms-")) {
        kept.add(each.name());
      }
    }
    var expected = new TreeSet<String>();
    booked.values().stream()
        .filter(hold -> hold.end().isAfter(clock.instant()))
        .forEach(hold -> expected.add(hold.name()));
    assertThat(faults.counts()).hasSizeGreaterThan(3);
    assertThat(bookings).isGreaterThan(10);
    assertThat(kept).isEqualTo(expected);
    assertThat(holds.check(booked.values())).allMatch(found -> found.kind() == Kind.OVERLAPPED);
  }

  private static String node(Random random) {
    return "n" + (1 + random.nextInt(4));
  }

  private List<SiteHold> parts(Random random, int step) {
    int from = 30 + random.nextInt(3000);
    long now = Duration.between(BEGIN, clock.instant()).toSeconds();
    var parts = new ArrayList<SiteHold>();
    for (int part = 0; part <= random.nextInt(3); part++) {
      int start = (int) now + from;
      parts.add(hold("%d.1.%d".formatted(step, part), "n" + (1 + part), start, start + 30 + step));
    }
    return parts;
  }

  /** Releases holds that should not exist, and gives up bookings that the site has broken. */
  private static void repair(SlurmHolds site, Map<String, SiteHold> booked) {
    try {
      for (var found : site.check(booked.values())) {
        if (found.kind() != Kind.OVERLAPPED) {
          booked.remove(found.hold());
          site.release(List.of(found.hold()));
        }
      }
    } catch (SiteException unknown) {
      // the next check repairs the difference
    }
  }
}
