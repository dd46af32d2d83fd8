package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.run.RunId;
import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldFinding.Kind;
import io.metasched.service.site.HoldRefusal;
import io.metasched.service.site.HoldRefusal.Reason;
import io.metasched.service.site.SiteHold;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Holds of time at a real Slurm. */
@Tag("slow")
@Tag("slurm")
final class HoldsOnSlurmTest {
  private static final CalendarRules RULES =
      new CalendarRules("main", "ms-", List.of("nobody"), Duration.ofSeconds(60), false);

  private static SiteHold hold(String name, String node, Instant begin, int from, int until) {
    return new SiteHold("ms-" + name, node, begin.plusSeconds(from), begin.plusSeconds(until));
  }

  @Test
  @Timeout(300)
  void holdsAreKeptMovedAndReleasedByARealSlurm() throws Exception {
    RealSlurm.requirePrograms();
    try (var slurm = RealSlurm.start(8)) {
      var holds = new SlurmHolds(slurm.commands(), RULES, Clock.systemUTC());
      var begin = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(600);
      var all =
          IntStream.rangeClosed(1, 8)
              .mapToObj(i -> hold("a.1." + i, "n" + i, begin, 0, 60))
              .toList();

      assertThat(holds.hold(all)).isEmpty();
      assertThat(holds.hold(all)).isEmpty(); // again
      assertThat(holds.check(all)).isEmpty();
      var both = List.of(hold("b.1.0", "n1", begin, 60, 90), hold("b.1.1", "n2", begin, 59, 90));
      assertThat(holds.hold(both).map(HoldRefusal::reason)).contains(Reason.TAKEN);
      assertThat(holds.check(all)).isEmpty();

      var moved = new ArrayList<>(all);
      moved.set(0, hold("a.1.1", "n1", begin, 100, 160));
      assertThat(holds.hold(moved)).isEmpty();
      assertThat(holds.check(moved)).isEmpty();
      slurm.administer("scontrol", "update", "NodeName=n8", "State=DRAIN", "Reason=bad fan");
      slurm.administer(
          "scontrol",
          "create",
          "reservation",
          "ReservationName=disks",
          "StartTime=uts" + begin.getEpochSecond(),
          "Duration=1",
          "Nodes=n7",
          "Users=root",
          "Flags=MAINT");
      slurm.commands().delete("ms-a.1.6");
      assertThat(holds.check(moved.subList(0, 7)))
          .containsExactly(
              new HoldFinding("ms-a.1.6", Kind.MISSING, ""),
              new HoldFinding("ms-a.1.7", Kind.OVERLAPPED, "disks"),
              new HoldFinding("ms-a.1.8", Kind.LEFT_OVER, ""));
      assertThat(holds.check(moved))
          .contains(new HoldFinding("ms-a.1.8", Kind.NODE_LOST, "bad fan"));
      assertThat(holds.hold(List.of(hold("c.1.0", "n8", begin, 300, 400))).map(HoldRefusal::reason))
          .contains(Reason.NODE_UNUSABLE);

      holds.release(moved.stream().map(SiteHold::name).toList());
      assertThat(holds.check(List.of())).isEmpty();
    }
  }

  @Test
  @Timeout(300)
  void userWithoutPermissionMayNotHoldTime() throws Exception {
    RealSlurm.requirePrograms();
    try (var slurm = RealSlurm.start(1)) {
      var own = new SlurmHolds(slurm.commands(), RULES, Clock.systemUTC());
      assertThat(own.whyNotPermitted("n1")).isEmpty();
      assertThat(own.whyNotPermitted("n1")).isEmpty(); // again
      assertThat(own.check(List.of())).isEmpty(); // the trial is released
      slurm.administer("scontrol", "update", "NodeName=n1", "State=DRAIN", "Reason=fan");
      assertThat(own.whyNotPermitted("n1")).isEmpty();
      assertThat(own.whyNotPermitted("n9")).isEmpty(); // its permission is checked before its node

      var other = new SlurmHolds(slurm.commandsOf("nobody"), RULES, Clock.systemUTC());
      assertThat(other.whyNotPermitted("n1").orElseThrow()).contains("Invalid user id");
      assertThat(other.check(List.of())).isEmpty();
    }
  }

  @Test
  @Timeout(300)
  void longestNamesAndRecurringReservationsAreKept() throws Exception {
    RealSlurm.requirePrograms();
    try (var slurm = RealSlurm.start(2)) {
      var holds = new SlurmHolds(slurm.commands(), RULES, Clock.systemUTC());
      var begin = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(600);
      var run = new RunId("x".repeat(64), Integer.MAX_VALUE, Integer.MAX_VALUE);
      var longest = hold("0a1b2c3d-" + run, "n1", begin, 0, 60);

      assertThat(holds.hold(List.of(longest))).isEmpty();
      assertThat(holds.check(List.of(longest))).isEmpty();

      slurm.administer(
          "scontrol",
          "create",
          "reservation",
          "ReservationName=course",
          "StartTime=uts" + begin.getEpochSecond(),
          "Duration=10",
          "Nodes=n2",
          "Users=root",
          "Flags=DAILY");
      var later = Recurrence.DAILY.next(begin.atZone(RULES.zone())).plusDays(8).toInstant();
      var ninth = new SiteHold("ms-b.1.0", "n2", later, later.plusSeconds(60));
      assertThat(holds.hold(List.of(ninth)).map(HoldRefusal::text)).contains("reservation course");
      var calendar =
          SlurmCalendar.of(
              SlurmReading.of(slurm.commands(), RULES),
              RULES,
              Instant.now(),
              Instant.now().plus(Duration.ofDays(30)));
      assertThat(calendar.taken().get("n2"))
          .hasSize(30)
          .anyMatch(span -> span.start().equals(later));
    }
  }
}
