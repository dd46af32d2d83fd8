package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs as batch jobs of a real Slurm. */
@Tag("slow")
@Tag("slurm")
final class RunsOnSlurmTest extends SlurmRunsContract {
  @RegisterExtension private static final SharedSlurm SITE = SharedSlurm.of(8);
  private static int tests;

  private final int number = ++tests;

  @Override
  @AfterEach
  void close() throws Exception {
    super.close();
    SITE.get().awaitIdle();
  }

  @Override
  SlurmCommands slurm() {
    return SITE.get().commands();
  }

  @Override
  Path folder() {
    return SITE.get().output().resolve("agent" + number);
  }

  @Override
  int leadSeconds() {
    return 4;
  }

  /** Starts a part on each node at one instant; returns how late each started, in ms. */
  private List<Long> startTogether(String job) throws Exception {
    var specs = new ArrayList<RunSpec>();
    var start = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(leadSeconds() + 2);
    for (int part = 0; part < 8; part++) {
      var spec = spec(job, part, "date +%s%3N", 60);
      specs.add(prepare(spec.withWindowStart(start).withWindowEnd(start.plusSeconds(60))));
    }
    for (var spec : specs) {
      start(spec);
    }
    var late = new ArrayList<Long>();
    for (var spec : specs) {
      assertThat(await(spec, RunFact.Ended.class).exitStatus()).isZero();
      late.add(times(spec).get(0) - start.toEpochMilli());
    }
    return late;
  }

  @Test
  void eightPartsStartTogether() throws Exception {
    assertThat(startTogether("together")).allMatch(late -> late >= 0 && late < 20_000);
  }

  /** Returns a run whose reservation has been saved by the controller. */
  private RunSpec saved(String line) throws Exception {
    var start = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(45);
    var spec = spec("a", 0, line, 60).withWindowStart(start).withWindowEnd(start.plusSeconds(60));
    slurm()
        .create(
            new NewReservation(
                "ms-a.1.0",
                start.minusSeconds(30),
                spec.windowEnd(),
                List.of("n1"),
                List.of(USER),
                List.of()));
    TimeUnit.SECONDS.sleep(8);
    return spec;
  }

  private boolean hasJob(RunSpec spec) throws SlurmException {
    return slurm().jobs().stream().anyMatch(job -> job.comment().equals(spec.digest()));
  }

  @Test
  @Tag("long") // a killed controller of Slurm answers nothing for half a minute
  void aControllerThatIsKilledAfterASubmissionChangesNothing() throws Exception {
    var spec = saved("echo run >>count; cat count; exit 3");
    get(runs().prepare(spec));
    until("it is submitted", () -> hasJob(spec));

    SITE.get().killDaemon("slurmctld");
    TimeUnit.SECONDS.sleep(2);
    SITE.get().startDaemon("slurmctld");
    start(spec);

    assertThat(await(spec, RunFact.Ended.class).exitStatus()).isEqualTo(3);
    assertThat(kinds(spec)).containsExactly("Ready", "Started", "Ended");
    assertThat(output(spec)).isEqualTo("run\n");
  }

  @Test
  @Tag("long") // a killed controller of Slurm answers nothing for half a minute
  void aRunStartsAndEndsWithoutController() throws Exception {
    var spec = saved("echo run >>count; cat count; exit 3");
    get(runs().prepare(spec));
    await(spec, RunFact.Ready.class);
    SITE.get().killDaemon("slurmctld");
    try {
      start(spec);

      assertThat(await(spec, RunFact.Ended.class).exitStatus()).isEqualTo(3);
      var late = Duration.between(spec.windowStart(), await(spec, RunFact.Started.class).at());
      assertThat(late).isBetween(Duration.ZERO, Duration.ofSeconds(20));
    } finally {
      SITE.get().startDaemon("slurmctld");
      SITE.get().awaitIdle();
    }
    assertThat(output(spec)).isEqualTo("run\n");
  }

  @Test
  @Tag("long")
  void aRunSurvivesTheDaemonOfItsNode() throws Exception {
    var spec = start(prepare(spec("a", 0, "echo run >>count; sleep 6; cat count; exit 3", 60)));
    await(spec, RunFact.Started.class);

    SITE.get().killDaemon("n1");
    TimeUnit.SECONDS.sleep(2);
    SITE.get().startDaemon("n1");

    assertThat(await(spec, RunFact.Ended.class).exitStatus()).isEqualTo(3);
    assertThat(output(spec)).isEqualTo("run\n");
  }
}
