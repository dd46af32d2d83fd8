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
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Holds without reservations of their own, at a simulated Slurm with a borrowed reservation. */
final class BookedHoldsTest {
  private static final Instant BEGIN = Instant.parse("2026-03-01T10:00:00Z");
  private static final CalendarRules RULES =
      new CalendarRules("main", "ms-", List.of("metasched"), Duration.ofSeconds(60), false)
          .with(SlurmRights.in("lent"));

  private final GivenClock clock = new GivenClock(BEGIN);
  private final FakeSlurm site =
      new FakeSlurm(clock, List.of("n1", "n2", "n3"), job -> FakeBatch.of(Duration.ofHours(1), 0));
  private final BookedHolds holds = new BookedHolds(site, RULES, clock);

  @BeforeEach
  void lend() throws Exception {
    lend("metasched", 3600);
  }

  private void lend(String user, int until) throws Exception {
    site.reserve(
        new SiteReservation(
            "lent",
            BEGIN.plusSeconds(60),
            BEGIN.plusSeconds(until),
            List.of("n1", "n2"),
            new TreeSet<>(),
            false,
            List.of(user),
            List.of()));
  }

  private static SiteHold hold(String name, String node, int from, int until) {
    return new SiteHold("ms-" + name, node, BEGIN.plusSeconds(from), BEGIN.plusSeconds(until));
  }

  private Optional<String> refusal(SiteHold... parts) throws SiteException {
    return holds
        .hold(List.of(parts))
        .map(each -> "%s %s %s".formatted(each.hold(), each.reason(), each.text()));
  }

  private long submit(String name, String user, Optional<String> reservation) throws Exception {
    return site.submit(
        new BatchSubmission(
            name,
            "",
            "#!/bin/sh\n",
            List.of("n1"),
            Duration.ofMinutes(10),
            reservation,
            Optional.empty(),
            Optional.empty(),
            Optional.of(new BatchSubmission.User(user, user)),
            "/",
            "/dev/null"));
  }

  @Test
  void holdsInsideAreMadeWithoutReservationsAndOthersRefused() throws Exception {
    assertThat(refusal(hold("a.1.0", "n1", 60, 120), hold("a.1.1", "n2", 60, 120))).isEmpty();
    assertThat(site.reservations()).extracting(SiteReservation::name).containsExactly("lent");

    var outside = "TAKEN outside of reservation lent";
    assertThat(refusal(hold("b.1.0", "n1", 59, 120))).contains("ms-b.1.0 " + outside);
    assertThat(refusal(hold("b.1.0", "n1", 3000, 3481))).contains("ms-b.1.0 " + outside);
    assertThat(refusal(hold("b.1.0", "n1", 60, 90), hold("b.1.1", "n3", 60, 90)))
        .contains("ms-b.1.1 " + outside);
    assertThat(refusal(hold("b.1.0", "n9", 60, 90)))
        .contains("ms-b.1.0 NODE_UNUSABLE the site has no such node for sale");
    site.drain("n2", "bad fan");
    assertThat(refusal(hold("b.1.0", "n2", 10, 90))).contains("ms-b.1.0 NODE_UNUSABLE bad fan");
    clock.advance(Duration.ofSeconds(61));
    submit("local", "metasched", Optional.of("lent"));
    clock.advance(Duration.ofSeconds(2));
    assertThat(refusal(hold("b.1.0", "n1", 600, 700)).orElseThrow())
        .startsWith("ms-b.1.0 TAKEN job ");
    assertThat(refusal(hold("b.1.0", "n1", 800, 900))).isEmpty();
  }

  @Test
  void eachBookingIsDecidedAlone() {
    var results =
        holds.holdEach(
            List.of(List.of(hold("a.1.0", "n1", 60, 120)), List.of(hold("b.1.0", "n3", 60, 120))));

    assertThat(results.get(0).join()).isEmpty();
    assertThat(results.get(1).join().map(HoldRefusal::reason)).contains(Reason.TAKEN);
  }

  @Test
  void checkFindsWhatTheSiteChanged() throws Exception {
    var kept = hold("a.1.0", "n1", 600, 700);
    var covered = hold("b.1.0", "n2", 600, 700);
    var late = hold("c.1.0", "n1", 3000, 3100);
    var all = List.of(kept, covered, late);
    assertThat(holds.check(all)).isEmpty();

    site.maintain("disks", BEGIN.plusSeconds(690), BEGIN.plusSeconds(800), List.of("n2"));
    site.update("lent", ReservationChange.endAt(BEGIN.plusSeconds(3050)));
    var changed = "n1,n2 from %s to %s".formatted(BEGIN.plusSeconds(60), BEGIN.plusSeconds(3050));
    assertThat(holds.check(all))
        .containsExactly(
            new HoldFinding("ms-b.1.0", Kind.OVERLAPPED, "disks"),
            new HoldFinding("ms-c.1.0", Kind.CHANGED, changed));

    site.drain("n1", "bad fan");
    assertThat(holds.check(List.of(kept)))
        .containsExactly(new HoldFinding("ms-a.1.0", Kind.NODE_LOST, "bad fan"));
    site.delete("lent");
    assertThat(holds.check(List.of(kept)))
        .containsExactly(new HoldFinding("ms-a.1.0", Kind.MISSING, "no reservation lent"));
  }

  @Test
  void jobsOfReleasedHoldsAreCancelledAndOthersFound() throws Exception {
    submit("ms-a.1.0", "metasched", Optional.of("lent"));
    submit("ms-b.1.0", "other", Optional.empty());
    assertThat(holds.check(List.of(hold("a.1.0", "n1", 60, 120)))).isEmpty();
    assertThat(holds.check(List.of()))
        .containsExactly(new HoldFinding("ms-a.1.0", Kind.LEFT_OVER, ""));

    holds.release(List.of("ms-a.1.0", "ms-b.1.0", "ms-c.1.0"));

    assertThat(site.jobs())
        .extracting(job -> job.name() + " " + job.state().isOver())
        .containsExactly("ms-a.1.0 true", "ms-b.1.0 false");
  }

  @Test
  void theReservationMustBeForTheUser() throws Exception {
    assertThat(holds.whyNotPermitted("n1")).isEmpty();
    site.delete("lent");
    assertThat(holds.whyNotPermitted("n1")).isEmpty(); // the site may make it again
    lend("other", 3600);
    var denial = "the reservation lent is for other only";
    assertThat(holds.whyNotPermitted("n1")).contains(denial);
    assertThat(refusal(hold("a.1.0", "n1", 60, 120))).contains("ms-a.1.0 NOT_PERMITTED " + denial);
    assertThat(holds.check(List.of(hold("a.1.0", "n1", 60, 120))))
        .containsExactly(new HoldFinding("ms-a.1.0", Kind.CHANGED, denial));
  }

  @Test
  void siteThatDoesNotAnswerDecidesNothing() {
    var silent = new FaultySlurm(site, clock, new Random(1), 1);
    var unknown = new BookedHolds(silent, RULES, clock);
    var part = List.of(hold("a.1.0", "n1", 60, 120));

    assertThatThrownBy(() -> unknown.hold(part)).isInstanceOf(SiteException.class);
    assertThat(unknown.holdEach(List.of(part)).get(0)).isCompletedExceptionally();
  }

  @Test
  void reservationsOfTheTimeWhenWindowsWereReservedAreDeletedOnceTheyAreUnused() throws Exception {
    for (var name : List.of("ms-a.1.0", "local")) {
      site.create(
          new NewReservation(
              name,
              BEGIN,
              BEGIN.plusSeconds(50),
              List.of(name.equals("local") ? "n2" : "n3"),
              List.of("metasched"),
              List.of()));
    }
    long job =
        site.submit(
            new BatchSubmission(
                "ms-a.1.0",
                "",
                "#!/bin/sh\n",
                List.of("n3"),
                Duration.ofMinutes(10),
                Optional.of("ms-a.1.0"),
                Optional.empty(),
                Optional.empty(),
                Optional.of(new BatchSubmission.User("metasched", "metasched")),
                "/",
                "/dev/null"));
    clock.advance(Duration.ofSeconds(1));

    holds.check(List.of());
    assertThat(site.reservations()).extracting(SiteReservation::name).contains("ms-a.1.0");
    site.cancel(List.of(job));
    clock.advance(Duration.ofSeconds(2));
    holds.check(List.of());

    assertThat(site.reservations())
        .extracting(SiteReservation::name)
        .containsExactly("lent", "local");
  }
}
