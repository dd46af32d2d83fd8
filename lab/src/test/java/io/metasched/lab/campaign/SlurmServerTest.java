package io.metasched.lab.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.metascheduler.deployment.FreePort;
import io.metasched.service.fake.FakeBatch;
import io.metasched.service.fake.FakeSlurm;
import io.metasched.service.site.slurm.BatchSubmission;
import io.metasched.service.site.slurm.NewReservation;
import io.metasched.service.site.slurm.ReservationChange;
import io.metasched.service.site.slurm.SlurmCommands;
import io.metasched.service.site.slurm.SlurmFailure;
import io.metasched.service.site.slurm.SlurmRefusal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Commands of a simulated Slurm through a connection: answers are those of the Slurm itself. */
final class SlurmServerTest {
  private static final Instant BEGIN = Instant.parse("2026-03-01T10:00:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(BEGIN);
  private final InstantSource time = now::get;
  private final Clock clock = time.withZone(ZoneOffset.UTC);
  private final FakeSlurm site =
      new FakeSlurm(clock, List.of("n1", "n2"), job -> FakeBatch.of(Duration.ofHours(1), 0));
  private final SlurmServer server = new SlurmServer(site);
  private final SlurmCommands slurm = SlurmMessages.at(server.port());

  @AfterEach
  void stop() {
    server.close();
  }

  private static NewReservation reservation(String name) {
    return new NewReservation(
        name,
        BEGIN.plusSeconds(10),
        BEGIN.plusSeconds(70),
        List.of("n1"),
        List.of("root"),
        List.of());
  }

  @Test
  void commandsAndTheirAnswersPass() throws Exception {
    slurm.create(reservation("r"));
    slurm.update("r", ReservationChange.endAt(BEGIN.plusSeconds(80)));
    long id =
        slurm.submit(
            new BatchSubmission(
                "j",
                "comment",
                "#!/bin/sh\n",
                List.of("n2"),
                Duration.ofMinutes(2),
                Optional.empty(),
                Optional.of("main"),
                Optional.empty(),
                Optional.of(new BatchSubmission.User("nobody", "65534")),
                "/",
                "/dev/null",
                OptionalLong.of(7)));
    now.set(BEGIN.plusSeconds(1));
    slurm.extend(id, BEGIN.plusSeconds(60));

    assertThat(slurm.reservations()).isEqualTo(site.reservations()).hasSize(1);
    assertThat(slurm.jobs()).isEqualTo(site.jobs()).hasSize(1);
    assertThat(slurm.nodes()).isEqualTo(site.nodes()).hasSize(2);
    slurm.cancel(List.of(id));
    slurm.signal(List.of(id), "USR2");
    slurm.delete("r");
    assertThat(site.reservations()).isEmpty();
  }

  @Test
  void refusalsAndFailuresPass() throws Exception {
    slurm.create(reservation("r"));
    var nobodyThere = SlurmMessages.at(FreePort.find());

    assertThatThrownBy(() -> slurm.create(reservation("other")))
        .isInstanceOfSatisfying(
            SlurmRefusal.class,
            refusal -> assertThat(refusal.reason()).isEqualTo(SlurmRefusal.Reason.OVERLAPS))
        .hasMessageContaining("overlaps");
    assertThatThrownBy(nobodyThere::nodes).isInstanceOf(SlurmFailure.class);
  }
}
