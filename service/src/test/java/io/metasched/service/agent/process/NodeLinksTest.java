package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.metasched.service.fake.FakeBatch;
import io.metasched.service.fake.FakeSlurm;
import io.metasched.service.run.RunSpec;
import io.metasched.service.site.slurm.CalendarRules;
import io.metasched.service.site.slurm.ExitStatus;
import io.metasched.service.site.slurm.SiteJob;
import io.metasched.service.site.slurm.SiteJobState;
import io.metasched.service.site.slurm.SlurmCommands;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conclusions about runs on nodes that are not connected. */
final class NodeLinksTest {
  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
  private static final RunSpec SPEC =
      TestedAgent.spec("a", "true").withWindowStart(START).withWindowEnd(START.plusSeconds(60));
  private static final long JOB = 7;
  private static final CalendarRules RULES =
      new CalendarRules("vo", "ms-", List.of("nobody"), Duration.ZERO, false);

  @TempDir private Path path;

  private RunFolder folder() {
    return new RunFolder(SPEC.id(), path);
  }

  /** Concludes a run from its job, 10 s after the start of its window; returns the new files. */
  private List<String> conclude(Optional<SiteJob> job) throws IOException {
    Files.writeString(path.resolve("orders"), "");
    var run = new BatchRun(SPEC, folder());
    run.start(START);
    if (job.isPresent()) {
      run.observe(job.get(), START.plusSeconds(10));
    }
    var slurm =
        new FakeSlurm(
            Clock.systemUTC(), List.of("n1"), each -> FakeBatch.of(Duration.ofSeconds(1), 0));
    links(slurm).tend(run, Path.of("/tmp/a"), START.plusSeconds(1), START.plusSeconds(10));
    try (var all = Files.list(path)) {
      return all.map(each -> each.getFileName().toString())
          .filter(name -> !List.of("orders", "ordered", "start").contains(name))
          .sorted()
          .toList();
    }
  }

  private static NodeLinks links(SlurmCommands slurm) {
    var settings = BatchSettings.of(RULES, new TreeMap<>());
    return new NodeLinks(
        slurm, new BatchJobs(settings, BatchUsers.OF_AGENT), 1000, Clock.systemUTC());
  }

  private static Optional<SiteJob> job(SiteJobState state, int code, int signal, int endSecond) {
    return Optional.of(
        new SiteJob(
            JOB,
            "nobody",
            "vo",
            "ms-a.1.0",
            SPEC.digest(),
            state,
            "",
            Optional.empty(),
            List.of("n1"),
            List.of(),
            Optional.empty(),
            Optional.of(START),
            Optional.of(START.plusSeconds(endSecond)),
            Optional.empty(),
            Optional.of(new ExitStatus(code, signal))));
  }

  @Test
  void exitCodeOfTheScriptIsTheExitStatusAndTheOutputIsLost() throws IOException {
    assertThat(folder().bindTo(JOB)).isTrue();

    assertThat(conclude(job(SiteJobState.FAILED, 3, 0, 9)))
        .containsExactly("exit", "job", "started", "stderr.lost", "stdout.lost");
    assertThat(folder().exit()).contains(new RunFolder.Exit(3, START.plusSeconds(9)));
    assertThat(folder().startedAt()).contains(START);
  }

  @Test
  void commandThatASignalEndedAtTheEndOfItsWindowReachedItsLimit() throws IOException {
    assertThat(folder().bindTo(JOB)).isTrue();

    assertThat(conclude(job(SiteJobState.FAILED, 143, 0, 60))).contains("ended", "exit");
    assertThat(path.resolve("ended")).hasContent("timelimit");
  }

  @Test
  void scriptThatEndedByUsr1HasNotStarted() throws IOException {
    assertThat(folder().bindTo(JOB)).isTrue();

    assertThat(conclude(job(SiteJobState.CANCELLED, 0, 10, 9))).containsExactly("unstarted");
    assertThat(folder().preventStart()).isTrue();
  }

  @Test
  void otherwiseTheRunMayHaveStarted() throws IOException {
    assertThat(folder().bindTo(JOB)).isTrue();

    assertThat(conclude(job(SiteJobState.NODE_FAIL, 0, 0, 9))).containsExactly("started");
  }

  @Test
  void runWithoutAJobMayHaveStartedAfterItsLastStart() throws IOException {
    assertThat(folder().bindTo(JOB)).isTrue();

    assertThat(conclude(Optional.empty())).containsExactly("started");
  }

  @Test
  void runWithoutAnOrderAtItsNodeHasNotStarted() throws IOException {
    assertThat(conclude(job(SiteJobState.FAILED, 3, 0, 9))).isEmpty();
    assertThat(folder().preventStart()).isTrue();
  }

  /** Returns a Slurm that only starts programs within jobs. */
  private static SlurmCommands attaching(
      UnaryOperator<List<String>> edit, Consumer<Process> started) {
    return (SlurmCommands)
        Proxy.newProxyInstance(
            SlurmCommands.class.getClassLoader(),
            new Class<?>[] {SlurmCommands.class},
            (self, attach, words) -> {
              @SuppressWarnings("unchecked")
              var command = edit.apply((List<String>) words[2]);
              var program = new ProcessBuilder(command).start();
              started.accept(program);
              return program;
            });
  }

  private static SlurmCommands silent(Consumer<Process> started) {
    return attaching(command -> List.of("sleep", "1000"), started);
  }

  /** Returns why a folder on a node is not connected. */
  private String problemOf(Path onNode) throws Exception {
    var links = links(attaching(command -> command, program -> {}));
    var run = running();
    Files.writeString(onNode.resolve("ready"), "1\n");
    links.tend(run, onNode, START.plusSeconds(1), START);
    while (links.problem(SPEC.id()).isEmpty()) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    links.close();
    return links.problem(SPEC.id());
  }

  @Test
  void folderOfAnotherUserIsNotConnected(@TempDir Path onNode) throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "root only");
    Files.writeString(onNode.resolve("run.sh"), "echo relay 1772359200000; touch ran\n");
    Files.setAttribute(onNode, "unix:uid", 65534);

    assertThat(problemOf(onNode)).endsWith("%s belongs to another user".formatted(onNode));
    assertThat(onNode.resolve("ran")).doesNotExist();
  }

  @Test
  void linkToTheFolderOfAnotherPartIsNotConnected(@TempDir Path onNode) throws Exception {
    var script = SupervisorScript.batch(onNode);
    Files.writeString(onNode.resolve("run.sh"), script);
    Files.writeString(onNode.resolve("settings"), "folder='%s'\n".formatted(onNode));
    var link = Files.createSymbolicLink(path.resolve("link"), onNode);

    assertThat(problemOf(link)).endsWith("%s is the folder of another part".formatted(link));
  }

  private BatchRun running() throws IOException {
    Files.writeString(path.resolve("orders"), "");
    assertThat(folder().bindTo(JOB)).isTrue();
    var run = new BatchRun(SPEC, folder());
    run.start(START);
    run.observe(job(SiteJobState.RUNNING, 0, 0, 9).orElseThrow(), START);
    return run;
  }

  @Test
  void silentNodeIsConnectedAgain() throws Exception {
    var started = new LinkedBlockingQueue<Process>();
    var links = links(silent(started::add));
    var run = running();
    links.tend(run, Path.of("/tmp/a"), START.plusSeconds(1), START);
    var first = started.take();

    links.tend(run, Path.of("/tmp/a"), START.plusSeconds(1), START.plusSeconds(30));
    assertThat(first.isAlive()).isTrue();
    links.tend(run, Path.of("/tmp/a"), START.plusSeconds(1), START.plusSeconds(31));

    assertThat(started.take().isAlive()).isTrue();
    assertThat(first.waitFor()).isEqualTo(128 + 9);
    assertThat(links.problem(SPEC.id()))
        .isEqualTo("; its node is not connected: it was silent for 30 s");
    links.close();
  }

  @Test
  void programThatOutlivesItsJobDoesNotHideTheEnd() throws IOException {
    var run = running();
    var links = links(silent(program -> {}));
    links.tend(run, Path.of("/tmp/a"), START.plusSeconds(1), START);

    run.observe(job(SiteJobState.COMPLETING, 3, 0, 9).orElseThrow(), START.plusSeconds(10));
    links.tend(run, Path.of("/tmp/a"), START.plusSeconds(1), START.plusSeconds(10));
    run.observe(job(SiteJobState.FAILED, 3, 0, 9).orElseThrow(), START.plusSeconds(11));
    links.tend(run, Path.of("/tmp/a"), START.plusSeconds(1), START.plusSeconds(11));
    assertThat(folder().exit()).isEmpty();
    links.tend(run, Path.of("/tmp/a"), START.plusSeconds(1), START.plusSeconds(13));

    assertThat(folder().exit()).hasValue(new RunFolder.Exit(3, START.plusSeconds(9)));
    links.close();
  }
}
