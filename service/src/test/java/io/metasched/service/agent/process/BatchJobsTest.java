package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.metasched.service.run.RunLimits;
import io.metasched.service.site.slurm.CalendarRules;
import io.metasched.service.site.slurm.SlurmCli;
import io.metasched.service.site.slurm.SlurmRights;
import io.metasched.service.site.slurm.SlurmSettings;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BatchJobsTest {
  private static final Instant START = Instant.parse("2026-03-01T10:00:00.300Z");
  private static final CalendarRules RULES =
      new CalendarRules("vo", "ms-", List.of("metasched"), Duration.ZERO, false);

  @ParameterizedTest
  @CsvSource({"PT0.1S, 1", "PT59S, 1", "PT1M, 1", "PT119S, 1", "PT2M, 2", "PT10M59S, 10"})
  void theLimitIsTheWindowInWholeMinutesAtLeastOne(Duration window, long minutes) {
    var spec =
        TestedAgent.spec("a", "true").withWindowStart(START).withWindowEnd(START.plus(window));

    assertThat(jobs(RULES).limit(spec)).isEqualTo(Duration.ofMinutes(minutes));
  }

  private static BatchJobs jobs(CalendarRules rules) {
    var lead = Duration.ofSeconds(10);
    return new BatchJobs(
        new BatchSettings(
            rules,
            new TreeMap<>(),
            new TreeMap<>(),
            Optional.empty(),
            Optional.empty(),
            lead,
            Optional.empty()),
        BatchUsers.OF_AGENT);
  }

  @Test
  void aJobInABorrowedReservationIsSubmittedAtItsLeadForAllItsTime() {
    var spec =
        TestedAgent.spec("a", "true").withWindowStart(START).withWindowEnd(START.plusSeconds(60));
    var run = new BatchRun(spec, new RunFolder(spec.id(), Path.of("/shared/a.1.0")));
    var borrowed = jobs(RULES.with(SlurmRights.in("lent")));

    assertThat(borrowed.earliest(spec)).isEqualTo(Instant.parse("2026-03-01T09:59:50Z"));
    assertThat(borrowed.submission(run).reservation()).contains("lent");
    assertThat(borrowed.submission(run).limit()).isEqualTo(Duration.ofSeconds(71));
    assertThat(jobs(RULES.with(SlurmRights.NONE)).submission(run).reservation()).isEmpty();
    assertThat(jobs(RULES).earliest(spec)).isEqualTo(Instant.MIN);
    assertThat(borrowed.settings().weaknesses().get(1))
        .isEqualTo("jobs run as the agent's user: they can change the agent's folder");
  }

  @Test
  void theReservationEndsWithTheSecondInWhichTheWindowEnds() {
    var spec = TestedAgent.spec("a", "true").withWindowStart(START);

    assertThat(BatchJobs.end(spec.withWindowEnd(Instant.parse("2026-03-01T10:01:00Z"))))
        .isEqualTo(Instant.parse("2026-03-01T10:01:00Z"));
    assertThat(BatchJobs.end(spec.withWindowEnd(Instant.parse("2026-03-01T10:01:00.001Z"))))
        .isEqualTo(Instant.parse("2026-03-01T10:01:01Z"));
  }

  @Test
  void agentThatIsRootNeedsAUser(@TempDir Path folder) throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "root only");
    var site = BatchSettings.of(RULES, new TreeMap<>());
    var slurm = new SlurmCli(SlurmSettings.of(Optional.empty(), Optional.empty()), () -> "");
    var settings = ExecutorSettings.in(folder);
    try (var lock = FolderLock.take(folder)) {
      assertThatThrownBy(() -> SlurmRuns.open(settings, lock, slurm, site, Clock.systemUTC()))
          .isInstanceOf(AgentException.class)
          .hasMessageStartingWith("metasched.agent.site.slurm.user: ");
      var asRoot = new BatchSettings(RULES, new TreeMap<>(), Optional.of("root"), Optional.empty());
      assertThatThrownBy(() -> SlurmRuns.open(settings, lock, slurm, asRoot, Clock.systemUTC()))
          .isInstanceOf(AgentException.class)
          .hasMessageContaining("a job never runs as root");
    }
  }

  @Test
  void jobsOfTheAgentsUserAreAWeakness() {
    var own = BatchSettings.of(RULES, new TreeMap<>());
    var other = new BatchSettings(RULES, new TreeMap<>(), Optional.of("nobody"), Optional.empty());

    assertThat(own.weaknesses()).hasSize(2).first().isEqualTo(other.weaknesses().get(0));
    assertThat(own.weaknesses().get(1)).contains("as the agent's user").contains("Operator");
    assertThat(other.weaknesses()).hasSize(1);
  }

  @Test
  void aJobRunsInItsReservationOnItsNodeWithItsMemory() {
    var names = new TreeMap<>(Map.of("n1", "cn17"));
    var jobs =
        new BatchJobs(
            new BatchSettings(RULES, names, Optional.empty(), Optional.of("vo")),
            BatchUsers.OF_AGENT);
    var limits = new RunLimits(OptionalLong.of((64 << 20) + 1), OptionalInt.empty());
    var spec = TestedAgent.spec("a", "true").withLimits(limits);
    var folder = new RunFolder(spec.id(), Path.of("/shared/it's/a.1.0"));

    var job = jobs.submission(new BatchRun(spec, folder));

    assertThat(job.name()).isEqualTo("ms-a.1.0");
    assertThat(job.reservation()).contains("ms-a.1.0");
    assertThat(job.comment()).isEqualTo(spec.digest());
    assertThat(job.nodes()).containsExactly("cn17");
    assertThat(job.partition()).contains("vo");
    assertThat(job.account()).contains("vo");
    assertThat(job.memoryMib()).hasValue(65);
    assertThat(job.output()).isEqualTo("/shared/it's/a.1.0/log");
    assertThat(job.script())
        .startsWith(
            "#!/bin/sh\n[ $# -gt 0 ] || [ \"${SLURM_RESTART_COUNT:-0}\" = 0 ] || kill -s KILL $$\n")
        .contains(" sh \"$0\" batch '/shared/it'\\''s/a.1.0'\n");
  }
}
