package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.run.EndCause;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunSpec;
import io.metasched.service.site.slurm.SiteJob;
import io.metasched.service.site.slurm.SiteJobState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conclusions from a run folder and the states of its batch job. */
final class BatchRunTest {
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  @TempDir private Path folder;

  private final RunSpec spec =
      TestedAgent.spec("a", "true").withWindowStart(NOON).withWindowEnd(NOON.plusSeconds(600));
  private BatchRun run = new BatchRun(spec, new RunFolder(spec.id(), Path.of("/")));

  @BeforeEach
  void lay() throws IOException {
    run = new BatchRun(spec, new RunFolder(spec.id(), folder));
    write("orders", "");
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  /** Writes the files of a script that has started the command. */
  private void started() throws IOException {
    write("ready", "1\n");
    write("started", "7.8\n");
    write("job", NOON.toEpochMilli() + " .\n");
  }

  private void exited(int status) throws IOException {
    write("exit", "%d %d\n".formatted(status, NOON.plusSeconds(5).toEpochMilli()));
  }

  private static SiteJob job(SiteJobState state) {
    return job(state, "why");
  }

  static SiteJob job(SiteJobState state, String reason) {
    return new SiteJob(
        7,
        "vo",
        "main",
        "ms-a.1.0",
        "",
        state,
        reason,
        Optional.empty(),
        List.of("n1"),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Observes a state for some time, once a second. */
  private void observe(SiteJobState state, int from, int seconds) throws IOException {
    for (int i = from; i <= from + seconds; i++) {
      run.observe(job(state), NOON.plusSeconds(i));
    }
  }

  private List<String> kinds() {
    return run.facts().stream().map(fact -> fact.getClass().getSimpleName()).toList();
  }

  private RunFact last() {
    return run.facts().get(run.facts().size() - 1);
  }

  @Test
  void instantsThatANodeReportsAreInTheWindow() throws Exception {
    started();
    write("job", "1 .\n");
    write("exit", "0 999999999999999\n");

    run.look(NOON.plusSeconds(9));

    assertThat(run.facts())
        .contains(new RunFact.Started(spec.id(), NOON))
        .contains(new RunFact.Ended(spec.id(), 0, EndCause.EXITED, NOON.plusSeconds(600)));
  }

  @Test
  void orderIsAppendedAndRepeatedAfterACrash() throws Exception {
    run.start(NOON);
    run.start(NOON.plusSeconds(1));
    assertThat(folder.resolve("orders")).hasContent("start " + NOON.toEpochMilli() + "\n");

    write("orders", ""); // the agent was killed before it wrote the order
    run = new BatchRun(spec, new RunFolder(spec.id(), folder));
    run.recover(NOON);

    assertThat(folder.resolve("orders")).hasContent("start " + NOON.toEpochMilli() + "\n");
  }

  @Test
  void orderThatCouldNotBeWrittenIsRepeated() throws Exception {
    Files.delete(folder.resolve("orders"));
    assertThatThrownBy(() -> run.start(NOON)).isInstanceOf(IOException.class);
    assertThat(run.withoutOrder(NOON))
        .isEqualTo(
            "the order to start it could not be stored: %s/orders is not a file any more"
                .formatted(folder));

    write("orders", "");
    run.start(NOON.plusSeconds(1));
    run.start(NOON.plusSeconds(2));

    assertThat(folder.resolve("orders")).hasContent("start " + NOON.toEpochMilli() + "\n");
  }

  @ParameterizedTest
  @CsvSource({"COMPLETED, Lost", "OUT_OF_MEMORY, Ended"})
  void runWhoseJobHasDeletedItsFolderHasOneFinalFact(SiteJobState state, String kind)
      throws Exception {
    started();
    run.look(NOON);
    try (var files = Files.list(folder)) {
      for (var file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);

    observe(state, 0, 20);
    run.acknowledge();

    assertThat(kinds()).containsExactly("Ready", "Started", kind);
    assertThat(run.isAcknowledged()).isTrue();
    Files.createDirectory(folder); // which JUnit deletes
  }

  @Test
  void refusedRunCannotBeStartedAndAStartedOneIsNotRefused() throws Exception {
    run.refuse("no", NOON);
    assertThat(folder.resolve("started")).hasContent("never\n");
    assertThat(run.facts()).containsExactly(new RunFact.Refused(spec.id(), "no"));

    Files.delete(folder.resolve("refused")); // the agent was killed before it wrote the reason
    run = new BatchRun(spec, new RunFolder(spec.id(), folder));
    run.recover(NOON);
    assertThat(kinds()).containsExactly("Refused");

    Files.delete(folder.resolve("started"));
    started();
    run = new BatchRun(spec, new RunFolder(spec.id(), folder));
    run.refuse("no", NOON);
    assertThat(kinds()).containsExactly("Ready", "Started");
  }

  @Test
  void jobThatEndsBeforeTheStartRefusesTheRunAfterSomeSeconds() throws Exception {
    observe(SiteJobState.PENDING, 0, 20);
    observe(SiteJobState.NODE_FAIL, 21, 5);
    assertThat(kinds()).isEmpty();

    observe(SiteJobState.NODE_FAIL, 27, 0);

    assertThat(last())
        .isEqualTo(
            new RunFact.Refused(
                spec.id(), "it did not start at the site: job 7 is NODE_FAIL (why)"));
  }

  @Test
  void reasonNamesWhatTheSiteReportsAboutTheNode() throws Exception {
    observe(SiteJobState.CANCELLED, 0, 1);
    assertThat(run.isUnexplained()).isTrue();
    run.nodeReason("SlurmdSpoolDir is full");
    assertThat(run.isUnexplained()).isFalse();
    observe(SiteJobState.CANCELLED, 2, 4);

    assertThat(last())
        .isEqualTo(
            new RunFact.Refused(
                spec.id(),
                "it did not start at the site: job 7 is CANCELLED (why); its site reports about the"
                    + " node: SlurmdSpoolDir is full"));
  }

  @Test
  void reasonNamesTheFolderThatANodeDoesNotShare() throws Exception {
    for (int i = 0; i < 9; i++) {
      run.observe(job(SiteJobState.FAILED, "JobLaunchFailure"), NOON.plusSeconds(i));
    }

    assertThat(((RunFact.Refused) last()).reason())
        .isEqualTo(
            "it did not start at the site: job 7 is FAILED (JobLaunchFailure); its node could not"
                + " use the folder %s: the agent's folder must be on a file system that all nodes"
                    .formatted(folder)
                + " share, or agent.conf must have site.slurm.node-folder");
  }

  @ParameterizedTest
  @CsvSource({
    "NODE_FAIL, Lost",
    "PENDING, Lost",
    "COMPLETED, Lost",
    "CANCELLED, Lost",
    "TIMEOUT, Lost",
    "OUT_OF_MEMORY, Ended",
    "RUNNING, Started",
    "UNKNOWN, Started"
  })
  void startedRunWithoutExitStatusIsConcludedAfterSomeSeconds(SiteJobState state, String kind)
      throws Exception {
    started();
    observe(state, 0, 5);
    assertThat(kinds()).containsExactly("Ready", "Started");

    observe(state, 6, 0);

    assertThat(last().getClass().getSimpleName()).isEqualTo(kind);
    var before = run.facts();
    run = new BatchRun(spec, new RunFolder(spec.id(), folder));
    run.recover(NOON.plusSeconds(600));
    assertThat(run.facts()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"NODE_FAIL, true", "CANCELLED, true", "FAILED, false"})
  void lossNamesTheFaultOfTheSite(SiteJobState state, boolean isOfSite) throws Exception {
    started();
    observe(state, 0, 6);

    assertThat(((RunFact.Lost) last()).bySite())
        .isEqualTo(Optional.of("job 7 is %s (why)".formatted(state)).filter(text -> isOfSite));
  }

  @ParameterizedTest
  @CsvSource({"CANCELLED, 5", "TIMEOUT, 5", "COMPLETED, 0"})
  void lossNamesTheBootOfTheNode(SiteJobState state, int second) throws Exception {
    started();
    run.bootTime(NOON.plusSeconds(second));
    observe(state, 602, 6);

    assertThat(((RunFact.Lost) last()).bySite())
        .contains("its node was booted at " + NOON.plusSeconds(second));
  }

  @Test
  void bootAfterTheWindowHasNotEndedTheRun() throws Exception {
    started();
    run.bootTime(NOON.plusSeconds(602));
    observe(SiteJobState.TIMEOUT, 603, 6);

    assertThat(last())
        .isEqualTo(new RunFact.Ended(spec.id(), 137, EndCause.TIME_LIMIT, NOON.plusSeconds(609)));
  }

  @Test
  void lossDoesNotBlameTheSiteForACancellationByTheAgent() throws Exception {
    started();
    run.bootTime(NOON.minusSeconds(1));
    observe(SiteJobState.RUNNING, 602, 0);
    run.givenUp(true);
    observe(SiteJobState.CANCELLED, 603, 6);

    assertThat(((RunFact.Lost) last()).bySite())
        .contains("its script recorded no end, and the agent cancelled it after its window");
  }

  @Test
  void delayIsToldIfTheRunShouldBeReady() throws Exception {
    assertThat(run.delay(NOON.minusSeconds(4))).isEmpty();
    run.problem("sbatch: no answer");
    assertThat(run.delay(NOON.minusSeconds(4))).contains("sbatch: no answer");
    run.observe(job(SiteJobState.PENDING), NOON.minusSeconds(4));
    assertThat(run.delay(NOON.minusSeconds(4))).isEmpty();
    assertThat(run.delay(NOON.minusSeconds(3))).contains("job 7 is PENDING (why)");

    write("ready", "1\n");
    run.look(NOON);

    assertThat(run.delay(NOON)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"false, 5, Refused", "true, -1, Refused", "true, 0, Lost"})
  void waitingRunWhoseFolderIsDeletedHasAFinalFact(boolean isOrdered, int second, String kind)
      throws Exception {
    if (isOrdered) {
      run.start(NOON);
    }
    try (var files = Files.list(folder)) {
      for (var file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);

    run.look(NOON.plusSeconds(second));

    assertThat(kinds()).containsExactly(kind);
    Files.createDirectory(folder); // which JUnit deletes
  }

  @Test
  void stateThatPassesConcludesNothing() throws Exception {
    started();
    observe(SiteJobState.PENDING, 0, 4); // read before it started
    observe(SiteJobState.RUNNING, 5, 0);
    observe(SiteJobState.COMPLETED, 6, 4);
    exited(3);
    observe(SiteJobState.COMPLETED, 11, 0);

    assertThat(last())
        .isEqualTo(new RunFact.Ended(spec.id(), 3, EndCause.EXITED, NOON.plusSeconds(5)));
  }

  @Test
  void startedRunWhoseJobIsUnknownIsLostAfterAMinute() throws Exception {
    started();
    for (int i = 0; i <= 60; i++) {
      run.observeNone(NOON.plusSeconds(i));
    }
    assertThat(kinds()).containsExactly("Ready", "Started");

    run.observeNone(NOON.plusSeconds(61));

    assertThat(last())
        .isEqualTo(
            new RunFact.Lost(
                spec.id(), NOON.plusSeconds(61), Optional.of("the site lost its job")));
  }

  @ParameterizedTest
  @CsvSource({
    "143, FAILED, Ended",
    "143, CANCELLED, Lost",
    "137, PREEMPTED, Lost",
    "139, COMPLETED, Ended",
    "128, CANCELLED, Ended",
    "0, CANCELLED, Ended"
  })
  void endBySignalIsThatOfTheSiteIfItsJobWasEnded(int status, SiteJobState state, String kind)
      throws Exception {
    started();
    exited(status);
    run.observe(job(state), NOON.plusSeconds(6));

    assertThat(last().getClass().getSimpleName()).isEqualTo(kind);
  }

  @Test
  void endBySignalIsKeptIfTheSiteDoesNotAnswer() throws Exception {
    started();
    exited(143);
    run.look(NOON);
    run.look(NOON.plusSeconds(9));
    assertThat(kinds()).containsExactly("Ready", "Started");

    run.look(NOON.plusSeconds(10));

    assertThat(last())
        .isEqualTo(new RunFact.Ended(spec.id(), 143, EndCause.EXITED, NOON.plusSeconds(5)));
  }

  @Test
  void cancelledRunEndsAsCancelledWhateverSentTheSignal() throws Exception {
    started();
    run.look(NOON);
    run.cancel("changed my mind", NOON);
    exited(143);
    run.observe(job(SiteJobState.CANCELLED), NOON.plusSeconds(6));

    assertThat(last())
        .isEqualTo(new RunFact.Ended(spec.id(), 143, EndCause.CANCELLED, NOON.plusSeconds(5)));
    assertThat(folder.resolve("orders")).hasContent("cancel\n");
  }

  @Test
  void runIsOverdueAfterItsWindowOrItsGrace() throws Exception {
    started();
    run.look(NOON);

    assertThat(run.isOverdue(NOON.plusSeconds(602))).isFalse();
    assertThat(run.isOverdue(NOON.plusSeconds(603))).isTrue();
    run.cancel("", NOON);
    assertThat(run.isOverdue(NOON.plusSeconds(3))).isFalse(); // its grace is 1 s
    assertThat(run.isOverdue(NOON.plusSeconds(4))).isTrue();
  }

  @Test
  void orderIsNotWrittenToAnythingButAFile() throws Exception {
    Files.delete(folder.resolve("orders"));
    Files.createSymbolicLink(folder.resolve("orders"), folder.resolve("elsewhere"));

    assertThatThrownBy(() -> run.folder().order("cancel"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not a file any more");
  }
}
