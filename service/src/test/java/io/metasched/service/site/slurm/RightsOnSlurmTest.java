package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.agent.process.BatchSettings;
import io.metasched.service.agent.process.ExecutorSettings;
import io.metasched.service.agent.process.FolderLock;
import io.metasched.service.agent.process.SlurmRuns;
import io.metasched.service.run.OutputStreamName;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunLimits;
import io.metasched.service.run.RunSpec;
import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldFinding.Kind;
import io.metasched.service.site.SiteHold;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Windows at a real Slurm that an agent keeps by different rights. */
@Tag("slow")
@Tag("slurm")
final class RightsOnSlurmTest {
  private static final Duration LEAD = Duration.ofSeconds(5);

  @TempDir private Path folder;

  private static <T> T get(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private static CalendarRules rules(SlurmRights rights) {
    return new CalendarRules("main", "ms-", List.of("nobody"), Duration.ofSeconds(60), false)
        .with(rights);
  }

  /** Returns the programs of a user without any right, who submits only his own jobs. */
  private static Path programsOfNobody(RealSlurm slurm) throws IOException {
    var programs = slurm.programsOf("nobody");
    var sbatch = programs.resolve("sbatch");
    Files.writeString(
        sbatch,
        """
        #!/bin/bash
        for word; do case $word in --uid=nobody | --gid=*) ;; *) set -- "$@" "$word" ;; esac; shift; done
        exec setpriv --reuid=nobody --clear-groups sbatch "$@"
        """);
    Files.setPosixFilePermissions(sbatch, PosixFilePermissions.fromString("rwxr-xr-x"));
    return programs;
  }

  private static SlurmRuns runs(
      RealSlurm slurm, SlurmCommands commands, CalendarRules rules, Map<String, String> users)
      throws IOException {
    var folder = Files.createDirectories(slurm.output().resolve("agent"));
    var site =
        new BatchSettings(
            rules,
            new TreeMap<>(),
            new TreeMap<>(users),
            Optional.of("nobody").filter(name -> users.isEmpty()),
            Optional.empty(),
            LEAD,
            Optional.empty());
    var lock = FolderLock.take(folder);
    return SlurmRuns.open(ExecutorSettings.in(folder), lock, commands, site, Clock.systemUTC());
  }

  private static RunSpec spec(String job, String node, Instant start, String line) {
    return new RunSpec(
        new RunId(job, 1, 0),
        node,
        List.of("sh", "-c", line),
        new TreeMap<>(),
        List.of(),
        start,
        start.plusSeconds(61),
        Duration.ofSeconds(1),
        Optional.empty(),
        RunLimits.NONE,
        "physics",
        Optional.empty());
  }

  private static SiteHold hold(RunSpec spec) {
    return SiteHold.of("ms-" + spec.id(), spec.node(), spec.windowStart(), spec.windowEnd(), LEAD);
  }

  private static Instant inSeconds(int seconds) {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(seconds);
  }

  /** Prepares a run, starts it at the start of its window, and returns its last fact. */
  private static RunFact run(SlurmRuns runs, RunSpec spec) throws InterruptedException {
    var facts = new LinkedBlockingQueue<RunFact>();
    runs.listen(facts::add);
    get(runs.prepare(spec));
    var fact = facts.take();
    while (!fact.isFinal()) {
      if (fact instanceof RunFact.Ready) {
        get(runs.start(spec.id(), spec.windowStart()));
      }
      fact = facts.take();
    }
    return fact;
  }

  private static String output(SlurmRuns runs, RunSpec spec) {
    var output = get(runs.output(spec.id(), OutputStreamName.STDOUT, 0, 999));
    return new String(output.bytes(), StandardCharsets.UTF_8);
  }

  @Test
  @Timeout(300)
  void aBorrowedReservationNeedsNoRight() throws Exception {
    RealSlurm.requirePrograms();
    try (var slurm = RealSlurm.start(2)) {
      slurm.administer(
          "scontrol",
          "create",
          "reservation",
          "ReservationName=lent",
          "StartTime=now",
          "Duration=60",
          "Nodes=n1,n2",
          "Users=nobody");
      var commands = slurm.commandsOf("nobody");
      programsOfNobody(slurm);
      var rules = rules(SlurmRights.in("lent"));
      var holds = new BookedHolds(commands, rules, Clock.systemUTC());
      assertThat(holds.whyNotPermitted("n1")).isEmpty();
      var run = spec("a", "n1", inSeconds(8), "date +%s%3N; id -un");
      var late = spec("b", "n2", inSeconds(3000), "true");
      assertThat(holds.hold(List.of(hold(run), hold(late)))).isEmpty();
      assertThat(holds.hold(List.of(hold(spec("c", "n2", inSeconds(3500), "true")))))
          .isPresent(); // only two minutes before the end

      try (var runs = runs(slurm, commands, rules, Map.of())) {
        var ended = run(runs, run);

        assertThat(ended).isInstanceOf(RunFact.Ended.class);
        var lines = output(runs, run).lines().toList();
        assertThat(lines.get(1)).isEqualTo("nobody");
        assertThat(Long.parseLong(lines.get(0)))
            .isBetween(run.windowStart().toEpochMilli(), run.windowStart().toEpochMilli() + 9999);
        assertThat(slurm.commands().jobs())
            .extracting(job -> job.reservation().orElse(""))
            .containsExactly("lent");
      }

      assertThat(holds.check(List.of(hold(late)))).isEmpty();
      slurm.administer("scontrol", "update", "ReservationName=lent", "Duration=30");
      assertThat(holds.check(List.of(hold(late))))
          .extracting(HoldFinding::kind)
          .containsExactly(Kind.CHANGED);
      slurm.administer("scontrol", "delete", "ReservationName=lent");
      assertThat(holds.check(List.of(hold(late))))
          .extracting(HoldFinding::kind)
          .containsExactly(Kind.MISSING);
    }
  }

  @Test
  @Timeout(300)
  void jobsOfEachAccountRunAsItsUser() throws Exception {
    RealSlurm.requirePrograms();
    try (var slurm = RealSlurm.start(2)) {
      var rules =
          new CalendarRules(
              "main", "ms-", List.of("daemon", "nobody"), Duration.ofSeconds(60), false);
      var holds = new SlurmHolds(slurm.commands(), rules, Clock.systemUTC());
      var users = Map.of("physics", "nobody", "biology", "daemon");
      try (var runs = runs(slurm, slurm.commands(), rules, users)) {
        var first = spec("a", "n1", inSeconds(8), "umask 022; echo secret; id -un; id -gn");
        var second =
            spec("b", "n2", inSeconds(8), "id -un; id -gn; cat ../../a.1.0/stdout || echo none")
                .withAccount("biology");
        assertThat(holds.hold(List.of(hold(first), hold(second)))).isEmpty();

        assertThat(run(runs, first)).isInstanceOf(RunFact.Ended.class);
        assertThat(run(runs, second)).isInstanceOf(RunFact.Ended.class);
        assertThat(output(runs, first)).isEqualTo("secret\nnobody\nnogroup\n");
        assertThat(output(runs, second)).isEqualTo("daemon\ndaemon\nnone\n");
        assertThat(slurm.commands().jobs())
            .extracting(SiteJob::user)
            .containsExactlyInAnyOrder("nobody", "daemon");
        var other = spec("c", "n1", inSeconds(60), "true").withAccount("chemistry");
        assertThat(run(runs, other))
            .isEqualTo(
                new RunFact.Refused(
                    other.id(),
                    "the account chemistry has no user at this site (site.slurm.users in"
                        + " agent.conf)",
                    true));
      }
    }
  }

  /** Runs the commands of a section of the tutorial on rights, and returns their output. */
  private String tutorial(RealSlurm slurm, String section, String settings) throws Exception {
    var tutorial = new TutorialScript(folder, "slurm-rights.md");
    tutorial.install(
        "metasched.agent.site { lead = 3s, slurm.user = nobody }\n%s\n".formatted(settings));
    return tutorial.run(
        tutorial.commands("The service", section),
        Map.of(
            "SLURM_CONF",
            slurm.folder().resolve("slurm.conf").toString(),
            "AGENT_USER",
            "nobody",
            "CONF",
            tutorial.conf().toString()));
  }

  @Test
  @Tag("long")
  @Timeout(420)
  void everyCommandOfTheTutorialOnABorrowedReservationWorks() throws Exception {
    RealSlurm.requirePrograms();
    try (var slurm = RealSlurm.start(2)) {
      var programs = programsOfNobody(slurm);

      var output =
          tutorial(
              slurm,
              "Borrowed",
              "metasched.agent.site.slurm.programs = \"%s\"".formatted(programs));

      assertThat(output)
          .contains("reservation vo of Slurm")
          .contains("nobody\n")
          .containsPattern("hpc-1 .* reservation ") // of the whole time
          .containsPattern("hpc .* firm .*  3 +0 +1  ");
    }
  }

  @Test
  @Tag("long")
  @Timeout(420)
  void everyCommandOfTheTutorialOnAdvisedWindowsWorks() throws Exception {
    RealSlurm.requirePrograms();
    try (var slurm = RealSlurm.start(2)) {
      var programs = programsOfNobody(slurm);

      var output =
          tutorial(
              slurm, "Advised", "metasched.agent.site.slurm.programs = \"%s\"".formatted(programs));

      assertThat(output)
          .contains("are ones with advised windows only, which it does not accept (hpc-1, hpc-2)")
          .contains("nobody\n")
          .containsPattern("hpc-1 .* advised ")
          .containsPattern("hpc .* advised .* 0 +0 +2 +(50|66) "); // lost 2 of 4 or, later, 6
    }
  }

  @Test
  @Tag("long")
  @Timeout(420)
  void everyCommandOfTheTutorialOnAnOperatorPerUserWorks() throws Exception {
    RealSlurm.requirePrograms();
    try (var slurm = RealSlurm.start(2)) {
      var output = tutorial(slurm, "Operator per user", "");

      assertThat(output)
          .contains("nobody\n")
          .contains("the account bob has no user at this site (site.slurm.users in agent.conf)");
    }
  }

  @Test
  @Tag("long")
  @Timeout(420)
  void everyCommandOfTheTutorialOnAnOperatorWorks() throws Exception {
    RealSlurm.requirePrograms();
    try (var slurm = RealSlurm.start(2)) {
      var output = tutorial(slurm, "Operator", "");

      assertThat(output).contains("ReservationName=ms-").contains("nobody\n");
    }
  }

  @Test
  @Tag("long")
  @Timeout(420)
  void everyCommandOfTheTutorialWithoutASharedFileSystemWorks() throws Exception {
    RealSlurm.requirePrograms();
    try (var slurm = RealSlurm.start(2)) {
      var output = tutorial(slurm, "Without a shared file system", "");

      assertThat(output).containsPattern("nobody\n/tmp/ms-[^/]*/work\n");
    }
  }
}
