package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.fake.FakeBatch;
import io.metasched.service.fake.FakeSlurm;
import io.metasched.service.fake.FaultySlurm;
import io.metasched.service.run.GivenClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Time limits, crashes and random faults of the simulated Slurm. */
final class FakeSlurmFaultsTest {
  private static final Instant BEGIN = Instant.parse("2026-03-01T10:00:00Z");
  private static final FakeBatch DEAF =
      new FakeBatch(Duration.ofHours(1), 0, false, Optional.empty());

  private final GivenClock clock = new GivenClock(BEGIN);
  private final FakeSlurm site =
      new FakeSlurm(
          clock,
          List.of("n1", "n2"),
          job ->
              job.comment().equals("deaf") ? DEAF : FakeBatch.of(Duration.parse(job.comment()), 0));

  private static NewReservation request(String name, int from, int seconds, String node) {
    var start = BEGIN.plusSeconds(from);
    return new NewReservation(
        name, start, start.plusSeconds(seconds), List.of(node), List.of("root"), List.of());
  }

  private static BatchSubmission job(String name, String comment, Duration limit) {
    return new BatchSubmission(
        name,
        comment,
        "#!/bin/sh\n",
        List.of("n1"),
        limit,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        "/",
        "/dev/null");
  }

  private SiteJob only() {
    assertThat(site.jobs()).hasSize(1);
    return site.jobs().get(0);
  }

  @Test
  void aJobIsKilledSomeTimeAfterItsLimit() throws Exception {
    clock.advance(Duration.ofSeconds(3));
    site.submit(job("heeds", "PT1H", Duration.ofMinutes(1)));
    clock.advance(Duration.ofSeconds(86));
    assertThat(only().state()).isEqualTo(SiteJobState.RUNNING);
    assertThat(only().end()).contains(BEGIN.plusSeconds(63));
    clock.advance(Duration.ofSeconds(2));

    assertThat(only().state()).isEqualTo(SiteJobState.TIMEOUT);
    assertThat(only().exit()).contains(new ExitStatus(0, 15));
    assertThat(only().end()).contains(BEGIN.plusSeconds(90));
  }

  @Test
  void aDeafJobEndsFiveSecondsAfterItsLimitWasChecked() throws Exception {
    clock.advance(Duration.ofSeconds(3));
    site.submit(job("deaf", "deaf", Duration.ofSeconds(1)));
    clock.advance(Duration.ofSeconds(91));
    assertThat(only().state()).isEqualTo(SiteJobState.RUNNING);
    clock.advance(Duration.ofSeconds(2));

    assertThat(only().state()).isEqualTo(SiteJobState.TIMEOUT);
    assertThat(only().exit()).contains(new ExitStatus(0, 9));
  }

  @Test
  void aJobThatIsOverIsForgottenAfterFiveMinutes() throws Exception {
    site.submit(job("short", "PT1S", Duration.ofMinutes(1)));
    clock.advance(Duration.ofSeconds(200));
    assertThat(only().state()).isEqualTo(SiteJobState.COMPLETED);
    clock.advance(Duration.ofSeconds(200));
    site.submit(job("next", "PT1S", Duration.ofMinutes(1)));
    clock.advance(Duration.ofSeconds(1));

    assertThat(only().name()).isEqualTo("next");
  }

  @Test
  void aNodeThatFailsEndsItsJobAndStartsNoneUntilItIsBack() throws Exception {
    site.submit(job("lost", "PT30S", Duration.ofMinutes(1)));
    clock.advance(Duration.ofSeconds(1));
    site.fail("n1", "no power");
    assertThat(only().state()).isEqualTo(SiteJobState.NODE_FAIL);
    assertThat(site.nodes().get(0).state()).isEqualTo(SiteNodeState.DOWN);

    site.submit(job("next", "PT1S", Duration.ofMinutes(1)));
    clock.advance(Duration.ofSeconds(10));
    assertThat(site.starts()).hasSize(1);
    site.resume("n1");
    clock.advance(Duration.ofSeconds(1));

    assertThat(site.starts()).extracting(FakeSlurm.Started::name).containsExactly("lost", "next");
  }

  @Test
  void aCrashLosesTheLastCommandsAndGivesTheirIdsAgain() throws Exception {
    site.submit(job("old", "PT30S", Duration.ofMinutes(1)));
    site.create(request("old", 600, 60, "n1"));
    clock.advance(Duration.ofSeconds(5));
    long lost = site.submit(job("lost", "PT1S", Duration.ofMinutes(1)));
    site.create(request("lost", 700, 60, "n1"));
    site.delete("old");
    clock.advance(Duration.ofSeconds(1));

    site.crash(Duration.ofSeconds(2));

    assertThat(site.reservations()).extracting(SiteReservation::name).containsExactly("old");
    assertThat(only().name()).isEqualTo("old");
    assertThat(only().state()).isEqualTo(SiteJobState.RUNNING);
    assertThat(site.submit(job("new", "PT1S", Duration.ofMinutes(1)))).isEqualTo(lost);
    clock.advance(Duration.ofSeconds(40));
    assertThat(site.jobs()).allMatch(job -> job.state() == SiteJobState.COMPLETED);
    assertThat(site.starts()).extracting(FakeSlurm.Started::name).containsExactly("old", "new");
  }

  @Test
  void aJobWhoseStartIsForgottenStartsAgain() throws Exception {
    clock.advance(Duration.ofMillis(300));
    site.submit(job("twice", "PT30S", Duration.ofMinutes(1)));
    clock.advance(Duration.ofMillis(300));
    assertThat(only().state()).isEqualTo(SiteJobState.RUNNING);

    site.crash(Duration.ofMillis(200));
    clock.advance(Duration.ofSeconds(1));

    assertThat(only().state()).isEqualTo(SiteJobState.RUNNING);
    assertThat(site.starts()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void drawnFaultsAreThoseOfTheirSeedAndNoneChangesWhatWasRefused(long seed) {
    var first = history(seed);

    assertThat(history(seed)).isEqualTo(first);
    assertThat(history(seed + 100)).isNotEqualTo(first);
  }

  /** Returns the results of 300 random commands with injected faults. */
  private static List<String> history(long seed) {
    var clock = new GivenClock(BEGIN);
    var site =
        new FakeSlurm(
            clock, List.of("n1", "n2", "n3"), job -> FakeBatch.of(Duration.ofSeconds(5), 0));
    var slurm = new FaultySlurm(site, clock, new Random(seed), 0.2);
    var random = new Random(seed + 1);
    var lines = new ArrayList<String>();
    for (int i = 0; i < 300; i++) {
      clock.advance(Duration.ofMillis(random.nextInt(3000)));
      lines.add(i + ": " + answer(slurm, random, i));
      lines.add(site.reservations() + " " + site.jobs());
      checkOursDoNotOverlap(site.reservations());
    }
    assertThat(slurm.counts().keySet()).contains(FaultySlurm.Fault.values());
    lines.add(String.valueOf(slurm.counts()));
    return lines;
  }

  private static String answer(SlurmCommands slurm, Random random, int number) {
    try {
      switch (random.nextInt(5)) {
        case 0, 1 ->
            slurm.create(
                request(
                    "r" + random.nextInt(40),
                    number + random.nextInt(600),
                    1 + random.nextInt(100),
                    "n" + (1 + random.nextInt(3))));
        case 2 -> slurm.delete("r" + random.nextInt(40));
        case 3 -> slurm.submit(job("j" + number, "", Duration.ofMinutes(1)));
        default -> slurm.cancel(List.of((long) random.nextInt(100)));
      }
      return "done";
    } catch (SlurmRefusal e) {
      return "refused: " + e.reason();
    } catch (SlurmException e) {
      return "failed: " + e.getMessage();
    }
  }

  private static void checkOursDoNotOverlap(List<SiteReservation> reservations) {
    var last = new TreeMap<String, Instant>();
    reservations.stream()
        .filter(reservation -> !reservation.isMaintenance())
        .sorted(Comparator.comparing(SiteReservation::start))
        .forEach(
            reservation -> {
              var node = reservation.nodes().get(0);
              assertThat(reservation.start())
                  .isAfterOrEqualTo(last.getOrDefault(node, Instant.MIN));
              last.put(node, reservation.end());
            });
  }

  @Test
  void withoutFaultsItAnswersAsTheSiteDoes() throws Exception {
    var slurm = new FaultySlurm(site, clock, new Random(1), 0);

    slurm.create(request("r", 600, 60, "n1"));
    slurm.update("r", ReservationChange.endAt(BEGIN.plusSeconds(700)));
    long id = slurm.submit(job("j", "PT1S", Duration.ofMinutes(1)));
    slurm.signal(List.of(id), "USR1");

    assertThat(slurm.reservations()).hasSize(1);
    assertThat(slurm.nodes()).hasSize(2);
    assertThat(slurm.jobs()).hasSize(1);
    assertThat(slurm.counts()).isEmpty();
    assertThatThrownBy(() -> slurm.accounted(List.of("j"), BEGIN))
        .isInstanceOfSatisfying(
            SlurmRefusal.class,
            refusal -> assertThat(refusal.reason()).isEqualTo(SlurmRefusal.Reason.NO_ACCOUNTING));
  }
}
