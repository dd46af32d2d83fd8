package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.fake.FakeBatch;
import io.metasched.service.fake.FakeSlurm;
import io.metasched.service.run.GivenClock;
import io.metasched.service.site.TakenSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Spans of node time taken by a Slurm. Times are seconds after the snapshot; the horizon is 1000.
 */
final class SlurmCalendarTest {
  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  private static final int HORIZON = 1000;
  private static final CalendarRules RULES =
      new CalendarRules("vo", "ms-", List.of("metasched"), Duration.ofSeconds(60), false);
  private static final CalendarRules WITH_PLANS =
      new CalendarRules("vo", "ms-", List.of("metasched"), Duration.ofSeconds(60), true);
  private static final SitePartition VO =
      new SitePartition("vo", true, Optional.of(Duration.ofSeconds(500)));
  private static final SitePartition MAIN = new SitePartition("main", true, Optional.empty());

  private static Instant at(int second) {
    return NOW.plusSeconds(second);
  }

  private static SiteNode node(String name, String word, String reason, SitePartition... all) {
    return new SiteNode(
        name,
        SiteNodeState.parse(word),
        SiteNodeState.isSilent(word),
        reason,
        4,
        1000,
        List.of(all));
  }

  private static SiteNode idle(String name) {
    return node(name, "idle", "", MAIN, VO);
  }

  /** Returns a job of user bob on n1; a limit or time below -9999 means that there is none. */
  private static SiteJob job(String state, String partition, int start, int end, int limit) {
    return new SiteJob(
        7,
        "bob",
        partition,
        "ms-not-ours",
        "",
        SiteJobState.parse(state),
        "",
        Optional.empty(),
        state.equals("PENDING") ? List.of() : List.of("n1"),
        state.equals("PENDING") ? List.of("n1") : List.of(),
        Optional.of(at(-5000)),
        Optional.of(start).filter(time -> time > -9999).map(SlurmCalendarTest::at),
        Optional.of(end).filter(time -> time > -9999).map(SlurmCalendarTest::at),
        Optional.of(limit).filter(time -> time > -9999).map(Duration::ofSeconds),
        Optional.empty());
  }

  private static SiteReservation reservation(String name, int from, int to, String flag) {
    return reservation(name, from, to, flag, "metasched");
  }

  private static SiteReservation reservation(
      String name, int from, int to, String flag, String user) {
    var flags = new TreeSet<>(List.of(flag));
    return new SiteReservation(
        name, at(from), at(to), List.of("n1"), flags, from <= 0, List.of(user), List.of());
  }

  private static String taken(SlurmReading reading, CalendarRules rules) {
    var calendar = SlurmCalendar.of(reading, rules, NOW, at(HORIZON));
    var lines = new ArrayList<String>();
    for (var span : calendar.taken().getOrDefault("n1", List.of())) {
      lines.add(
          "%d..%d %s %s"
              .formatted(
                  Duration.between(NOW, span.start()).toSeconds(),
                  Duration.between(NOW, span.end()).toSeconds(),
                  span.reason(),
                  span.detail()));
    }
    return String.join("; ", lines);
  }

  private static String inside(String borrowed, SiteReservation... all) {
    var reading = new SlurmReading(List.of(idle("n1")), List.of(), List.of(all));
    return taken(reading, RULES.with(SlurmRights.in(borrowed)));
  }

  @Test
  void timeOutsideOfABorrowedReservationIsTakenAndTheLastMinutesForLimits() {
    var lent = reservation("lent", 100, 700, "SPEC_NODES");
    var outside = "RESERVATION outside of reservation lent";

    assertThat(inside("lent", lent)).isEqualTo("0..100 %1$s; 580..1000 %1$s".formatted(outside));
    assertThat(inside("lent", lent, reservation("disks", 600, 650, "MAINT")))
        .isEqualTo("0..100 %1$s; 480..650 MAINTENANCE disks; 580..1000 %1$s".formatted(outside));
    assertThat(inside("lent", reservation("lent", -50, 1200, "SPEC_NODES"))).isEmpty();
    assertThat(inside("lent", reservation("lent", -50, 1100, "SPEC_NODES")))
        .isEqualTo("980..1000 " + outside);
    assertThat(inside("lent", reservation("lent", -50, 2000, "X").withNodes(List.of("n2"))))
        .isEqualTo("0..1000 " + outside);
    assertThat(inside("gone", lent)).contains("0..1000 RESERVATION outside of reservation gone");
  }

  private static String ofJob(SiteJob job, CalendarRules rules) {
    return taken(new SlurmReading(List.of(idle("n1")), List.of(job), List.of()), rules);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "free",
      textBlock =
          """
          # state     | partition | start  | end    | limit  | taken
          RUNNING     | vo        | -100   | 200    | 300    | 0..260 LOCAL_JOB job 7 of bob
          RUNNING     | main      | -100   | 990    | 1090   | 0..1000 LOCAL_JOB job 7 of bob
          RUNNING     | vo        | -900   | -20    | 880    | 0..100 LOCAL_JOB job 7 of bob
          RUNNING     | vo        | -100   | 90000  | -10000 | 0..460 LOCAL_JOB job 7 of bob
          RUNNING     | main      | -100   | 90000  | -10000 | 0..1000 LOCAL_JOB job 7 of bob
          RUNNING     | vo        | -100   | -10000 | 300    | 0..260 LOCAL_JOB job 7 of bob
          SUSPENDED   | vo        | -100   | 200    | 300    | 0..260 LOCAL_JOB job 7 of bob
          CONFIGURING | vo        | 0      | 300    | 300    | 0..360 LOCAL_JOB job 7 of bob
          COMPLETING  | vo        | -100   | -1     | 300    | 0..119 LOCAL_JOB job 7 of bob
          NEW_WORD    | vo        | -100   | 200    | 300    | 0..260 LOCAL_JOB job 7 of bob
          COMPLETED   | vo        | -100   | 200    | 300    | free
          NODE_FAIL   | vo        | -100   | 200    | 300    | free
          PENDING     | vo        | 100    | 400    | 300    | free
          """)
  void aJobTakesItsNodesUntilItsLimitAndTheMargin(
      String state, String partition, int start, int end, int limit, String taken) {
    assertThat(ofJob(job(state, partition, start, end, limit), RULES))
        .isEqualTo(Optional.ofNullable(taken).orElse(""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "free",
      textBlock =
          """
          100    | 400    | 300    | 100..460 PLANNED_JOB job 7 of bob
          -100   | 200    | 300    | 0..260 PLANNED_JOB job 7 of bob
          100    | -10000 | -10000 | 100..660 PLANNED_JOB job 7 of bob
          -10000 | -10000 | 300    | free
          1000   | 1300   | 300    | free
          """)
  void aPlannedJobTakesTimeWhereThatIsConfigured(int start, int end, int limit, String taken) {
    assertThat(ofJob(job("PENDING", "vo", start, end, limit), WITH_PLANS))
        .isEqualTo(Optional.ofNullable(taken).orElse(""));
  }

  @Test
  void jobsAndReservationsOfOursTakeNothing() {
    var theirs = job("RUNNING", "vo", 0, 100, 100);
    var ours =
        new SiteJob(
            8,
            "metasched",
            "vo",
            "ms-a.1.1",
            "",
            SiteJobState.RUNNING,
            "",
            Optional.of("ms-a.1.1"),
            List.of("n1"),
            List.of(),
            Optional.empty(),
            Optional.of(NOW),
            Optional.of(at(100)),
            Optional.of(Duration.ofSeconds(100)),
            Optional.empty());

    assertThat(ofJob(ours, RULES)).isEmpty();
    assertThat(ofJob(theirs, RULES)).isNotEmpty(); // although the name has our prefix
    assertThat(ofReservations(reservation("ms-a.1.1", 10, 20, "SPEC_NODES"))).isEmpty();
    // any user of the site may choose such a name
    assertThat(ofReservations(reservation("ms-a.1.1", 10, 20, "SPEC_NODES", "bob")))
        .isEqualTo("10..20 RESERVATION ms-a.1.1");
  }

  @Test
  void reservationOfAnotherAgentCountsAsTaken() {
    var own =
        new CalendarRules(
            "vo", "ms-0a1b2c3d-", List.of("metasched"), Duration.ofSeconds(60), false);
    var reservations =
        List.of(
            reservation("ms-0a1b2c3d-a.1.1", 10, 20, "SPEC_NODES"),
            reservation("ms-ffffffff-a.1.1", 30, 40, "SPEC_NODES"));

    assertThat(taken(new SlurmReading(List.of(idle("n1")), List.of(), reservations), own))
        .isEqualTo("30..40 RESERVATION ms-ffffffff-a.1.1");
  }

  private static String ofReservations(SiteReservation... reservations) {
    return taken(new SlurmReading(List.of(idle("n1")), List.of(), List.of(reservations)), RULES);
  }

  @Test
  void reservationsTakeTheirTimeInsideTheCalendar() {
    assertThat(
            ofReservations(
                reservation("later", 500, 2000, "SPEC_NODES"),
                reservation("power", 100, 200, "MAINT"),
                reservation("course", -50, 150, "SPEC_NODES"),
                reservation("past", -50, 0, "SPEC_NODES"),
                reservation("beyond", 1000, 1010, "MAINT")))
        .isEqualTo(
            "0..150 RESERVATION course; 100..200 MAINTENANCE power; 500..1000 RESERVATION later");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "free",
      textBlock =
          """
          idle         |           | free
          mixed        |           | free
          reserved     |           | free
          maint        |           | free
          idle*        |           | 0..1000 DOWN not responding
          drained      | disk full | 0..1000 DRAINED disk full
          draining     | disk full | 0..1000 DRAINED disk full
          fail         | fan       | 0..1000 DRAINED fan
          down*        |           | 0..1000 DOWN DOWN
          powered_down |           | 0..1000 DOWN POWERED_DOWN
          new_word     | why       | 0..1000 DOWN why
          """)
  void aNodeOutOfUseIsTakenUntilTheHorizon(String word, String reason, String taken) {
    var node = node("n1", word, Optional.ofNullable(reason).orElse(""), VO);

    assertThat(taken(new SlurmReading(List.of(node), List.of(), List.of()), RULES))
        .isEqualTo(Optional.ofNullable(taken).orElse(""));
  }

  @Test
  void onlyNodesOfThePartitionAreInTheCalendar() {
    var down = new SitePartition("vo", false, Optional.empty());
    var nodes =
        List.of(
            node("a", "idle", "", MAIN), node("b", "idle", "", VO), node("n1", "idle", "", down));
    var reading = new SlurmReading(nodes, List.of(job("RUNNING", "vo", 0, 10, 10)), List.of());

    var calendar = SlurmCalendar.of(reading, RULES, NOW, at(HORIZON));

    assertThat(calendar.taken()).containsOnlyKeys("b", "n1");
    assertThat(calendar.taken().get("b")).isEmpty();
    assertThat(calendar.taken().get("n1"))
        .extracting(TakenSpan::detail)
        .containsExactly("job 7 of bob", "partition vo is not up");
  }

  /** Returns whether a second is taken, computed from the reading for that second alone. */
  private static boolean isTaken(SlurmReading reading, CalendarRules rules, int second) {
    var node = reading.nodes().get(0);
    var use = node.state().use();
    if (node.isSilent() || use == SiteNodeState.Use.DOWN || use == SiteNodeState.Use.DRAINED) {
      return true;
    }
    for (var reservation : reading.reservations()) {
      boolean isInside =
          !reservation.start().isAfter(at(second)) && reservation.end().isAfter(at(second));
      if (isInside && !reservation.name().startsWith("ms-")) {
        return true;
      }
    }
    return reading.jobs().stream().anyMatch(job -> hasNode(job, rules, second));
  }

  private static boolean hasNode(SiteJob job, CalendarRules rules, int second) {
    boolean waits = job.state() == SiteJobState.PENDING;
    if (job.state() == SiteJobState.FAILED
        || (job.user().equals("metasched") && job.name().startsWith("ms-"))
        || (waits && (!rules.respectsPlans() || job.start().isEmpty()))) {
      return false;
    }
    int start = (int) Duration.between(NOW, job.start().orElse(NOW)).toSeconds();
    int end;
    if (job.limit().isPresent()) {
      end = start + (int) job.limit().get().toSeconds();
    } else if (job.partition().equals("vo")) {
      end = start + 500;
    } else {
      return second >= (waits ? start : 0);
    }
    int free = end + 60;
    while (!waits && free < 60) {
      free += 60;
    }
    return second < free && second >= (waits ? start : 0);
  }

  @Test
  void theCalendarIsThatOfANaiveTwinSecondBySecond() {
    var random = new Random(11);
    for (int i = 0; i < 300; i++) {
      var rules = random.nextBoolean() ? RULES : WITH_PLANS;
      var jobs = new ArrayList<SiteJob>();
      for (int k = random.nextInt(3); k > 0; k--) {
        jobs.add(drawnJob(random));
      }
      var reservations = new ArrayList<SiteReservation>();
      for (int k = random.nextInt(4); k > 0; k--) {
        int from = random.nextInt(1400) - 200;
        reservations.add(
            reservation(
                (random.nextInt(4) == 0 ? "ms-" : "r") + k,
                from,
                from + 1 + random.nextInt(200),
                random.nextBoolean() ? "MAINT" : "SPEC_NODES"));
      }
      var words = List.of("idle", "mixed", "allocated", "reserved", "maint", "drained", "idle*");
      var node = node("n1", words.get(random.nextInt(words.size())), "", MAIN, VO);
      var reading = new SlurmReading(List.of(node), jobs, reservations);
      var spans = SlurmCalendar.of(reading, rules, NOW, at(HORIZON)).taken().get("n1");

      for (int second = 0; second < HORIZON; second++) {
        var time = at(second);
        boolean isTaken =
            spans.stream().anyMatch(s -> !s.start().isAfter(time) && s.end().isAfter(time));
        assertThat(isTaken)
            .as("second %d of case %d: %s", second, i, reading)
            .isEqualTo(isTaken(reading, rules, second));
      }
      assertThat(spans)
          .allMatch(s -> !s.start().isBefore(NOW) && !s.end().isAfter(at(HORIZON)))
          .isSortedAccordingTo((a, b) -> a.start().compareTo(b.start()));
    }
  }

  private static SiteJob drawnJob(Random random) {
    var states = List.of("RUNNING", "PENDING", "FAILED", "COMPLETING", "STRANGE");
    var state = states.get(random.nextInt(states.size()));
    int start = state.equals("PENDING") ? random.nextInt(1200) : -random.nextInt(700);
    boolean isLimited = random.nextInt(4) > 0;
    int limit = 1 + random.nextInt(800);
    var drawn =
        job(
            state,
            random.nextBoolean() ? "vo" : "main",
            start,
            start + limit,
            isLimited ? limit : -10_000);
    boolean isOurs = random.nextInt(5) == 0;
    return drawn
        .with()
        .user(isOurs ? "metasched" : "bob")
        .comment("")
        .reason("")
        .reservation(Optional.empty())
        .exit(Optional.empty())
        .build();
  }

  @Test
  void aSimulatedSiteIsRead() throws Exception {
    var clock = new GivenClock(NOW);
    var site =
        new FakeSlurm(clock, List.of("n1", "n2"), job -> FakeBatch.of(Duration.ofHours(1), 0));
    site.maintain("power", at(100), at(200), List.of("n1"));
    site.drain("n2", "fan");
    var rules = new CalendarRules("main", "ms-", List.of(), Duration.ofSeconds(60), false);

    var taken = SlurmCalendar.of(SlurmReading.of(site, rules), rules, NOW, at(HORIZON)).taken();

    assertThat(taken.get("n1"))
        .containsExactly(new TakenSpan(at(100), at(200), TakenSpan.Reason.MAINTENANCE, "power"));
    assertThat(taken.get("n2"))
        .containsExactly(new TakenSpan(NOW, at(HORIZON), TakenSpan.Reason.DRAINED, "fan"));
  }
}
