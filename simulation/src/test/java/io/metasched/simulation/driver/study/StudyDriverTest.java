package io.metasched.simulation.driver.study;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRef;
import akka.actor.typed.receptionist.Receptionist;
import io.metasched.simulation.scenario.LogFolders;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.ObservedRow;
import io.metasched.simulation.study.ObservedRows;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.ReplicationRunner;
import io.metasched.simulation.study.Series;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StudyDriverTest {
  private static final List<Series> SERIES = List.of(new Series("a", "x"));
  private static final Duration LONG = Duration.ofMinutes(2);

  private static final Replicable SQUARE =
      (replication, observations) -> {
        observations.put("a", "x", replication.number() * (double) replication.number());
        observations.scheduleChecked();
      };

  @TempDir private Path folder;

  private final ActorTestKit kit = ActorTestKit.create();

  @AfterEach
  void shutDown() {
    kit.shutdownTestKit();
  }

  private static StudySpec spec(StudyFile... logs) {
    return new StudySpec(
        "1", "squares", List.of(), StudySpec.Scenario.NONE, 5, List.of(logs), List.of());
  }

  private StudyInputs inputs(String version, LoadedStudy.Loader loader) {
    var cache = new FileCache(() -> folder.resolve("cache"));
    return new StudyInputs(version, loader, new LogFolders(folder.resolve("none")), cache, true);
  }

  private ActorRef<StudyHost.Command> host(String name, LoadedStudy.Loader loader) {
    return host(name, inputs("1", loader));
  }

  private ActorRef<StudyHost.Command> host(String name, StudyInputs inputs) {
    var host = kit.spawn(StudyHost.create(name, inputs, 1), name);
    kit.system().receptionist().tell(Receptionist.register(StudyHost.KEY, host));
    return host;
  }

  private CompletableFuture<@Nullable Void> drive(
      StudySpec spec, Map<String, Path> files, ObservedRows rows, Duration patience) {
    var fingerprint = new LoadedStudy(SQUARE, SERIES).fingerprint();
    var study = new StudyDriver.Study("7", spec, files, fingerprint, 1, patience);
    var end = new CompletableFuture<@Nullable Void>();
    kit.spawn(StudyDriver.create(study, rows, event -> {}, done -> {}, end), "driver");
    return end;
  }

  private static void await(CompletableFuture<@Nullable Void> end) {
    end.orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
  }

  private static <E extends Exception> E failure(
      Class<E> type, CompletableFuture<@Nullable Void> end) {
    var thrown = assertThrows(CompletionException.class, () -> await(end));
    return type.cast(thrown.getCause());
  }

  private static void assertSquares(int count, ObservedRows rows) {
    var expected = new ReplicationRunner(5, count, 1).repeat(SQUARE, SERIES, done -> {});
    assertArrayEquals(expected.values("a", "x"), rows.values().values("a", "x"));
    assertEquals(expected.schedulesChecked(), rows.values().schedulesChecked());
  }

  @Test
  void hostsObserveTheValuesOfOneThread() {
    host("one", (spec, logs, jars) -> new LoadedStudy(SQUARE, SERIES));
    host("two", (spec, logs, jars) -> new LoadedStudy(SQUARE, SERIES));
    var rows = ObservedRows.onHeap(SERIES, 1_000);
    await(drive(spec(), Map.of(), rows, LONG));
    assertSquares(1_000, rows);
  }

  @Test
  void onlyMissingReplicationsRun() {
    var run = new ConcurrentSkipListSet<Integer>();
    Replicable noted =
        (replication, observations) -> {
          run.add(replication.number());
          SQUARE.replicate(replication, observations);
        };
    host("one", (spec, logs, jars) -> new LoadedStudy(noted, SERIES));
    var missing = ObservedRows.onHeap(SERIES, 4);
    prefill(missing, 1, 2);
    await(drive(spec(), Map.of(), missing, LONG));
    assertEquals(new TreeSet<>(List.of(0, 3)), new TreeSet<>(run));
    assertSquares(4, missing);
  }

  private static void prefill(ObservedRows rows, int... numbers) {
    for (int number : numbers) {
      rows.take(new ObservedRow(number, new double[] {number * (double) number}, 1));
    }
  }

  @Test
  void workOfAHostThatIsLostIsDoneByAnother() throws InterruptedException {
    var begun = new CountDownLatch(1);
    var mayEnd = new CountDownLatch(1);
    Replicable slow =
        (replication, observations) -> {
          begun.countDown();
          awaitLatch(mayEnd);
          SQUARE.replicate(replication, observations);
        };
    var lost = host("lost", (spec, logs, jars) -> new LoadedStudy(slow, SERIES));
    var rows = ObservedRows.onHeap(SERIES, 50);
    var end = drive(spec(), Map.of(), rows, LONG);
    assertTrue(begun.await(LONG.toSeconds(), TimeUnit.SECONDS));
    // the host has an order that waits after the running one
    host("other", (spec, logs, jars) -> new LoadedStudy(SQUARE, SERIES));
    var stopped = CompletableFuture.runAsync(() -> kit.stop(lost, LONG));
    mayEnd.countDown();
    await(end);
    stopped.join();
    assertSquares(50, rows);
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      assertTrue(latch.await(LONG.toSeconds(), TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aHostThatLacksALogIsSentIt() throws IOException {
    var content = "x".repeat(3 * FileCache.CHUNK / 2);
    var log = Files.writeString(folder.resolve("log.swf"), content);
    var described = FileCache.describe("given/log.swf", log);
    host(
        "one",
        (spec, logs, jars) -> {
          var received = logs.apply("given/log.swf");
          assertEquals("log.swf", String.valueOf(received.getFileName()));
          assertTrue(received.startsWith(folder.resolve("cache")));
          assertEquals(content, read(received));
          return new LoadedStudy(SQUARE, SERIES);
        });
    var rows = ObservedRows.onHeap(SERIES, 3);
    await(drive(spec(described), Map.of(described.sha256(), log), rows, LONG));
    assertSquares(3, rows);
  }

  private static String read(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aLogWithOtherBytesThanAnnouncedIsRefused() throws IOException {
    var log = Files.writeString(folder.resolve("log.swf"), "right");
    var described = FileCache.describe("log.swf", log);
    Files.writeString(log, "wrong");
    host("one", (spec, logs, jars) -> new LoadedStudy(SQUARE, SERIES));
    var rows = ObservedRows.onHeap(SERIES, 3);
    var end = drive(spec(described), Map.of(described.sha256(), log), rows, LONG);
    var why = failure(UsageException.class, end);
    assertEquals(
        "one does not take part: log.swf: does not have the SHA-256 " + described.sha256(),
        why.getMessage());
  }

  @Test
  void aHostOfAnotherVersionRefuses() {
    host("one", inputs("2", (spec, logs, jars) -> new LoadedStudy(SQUARE, SERIES)));
    var end = drive(spec(), Map.of(), ObservedRows.onHeap(SERIES, 3), LONG);
    var why = failure(UsageException.class, end);
    assertEquals(
        "one does not take part: it runs metasched 2, but the study is of version 1; all JVMs must"
            + " be of one version",
        why.getMessage());
  }

  @Test
  void policiesAreNotTakenOverAnOpenNetwork() {
    var cache = new FileCache(() -> folder.resolve("cache"));
    var logs = new LogFolders(folder.resolve("none"));
    LoadedStudy.Loader loader = (spec, found, jars) -> new LoadedStudy(SQUARE, SERIES);
    var jar = new StudyFile("p.jar", "0".repeat(64), 1);
    var spec =
        new StudySpec("1", "s", List.of(), StudySpec.Scenario.NONE, 5, List.of(), List.of(jar));
    assertTrue(new StudyInputs("1", loader, logs, cache, false).refusal(spec).isPresent());
    assertTrue(new StudyInputs("1", loader, logs, cache, true).refusal(spec).isEmpty());
  }

  @Test
  void aReplicationThatFailsEndsTheStudy() {
    Replicable failing =
        (replication, observations) -> {
          if (replication.number() == 2) {
            throw new IllegalArgumentException("no such job");
          }
          SQUARE.replicate(replication, observations);
        };
    host("one", (spec, logs, jars) -> new LoadedStudy(failing, SERIES));
    var end = drive(spec(), Map.of(), ObservedRows.onHeap(SERIES, 3), LONG);
    assertEquals("no such job", failure(IllegalStateException.class, end).getMessage());
  }

  @Test
  void aStudyWithoutWorkersFails() {
    var end = drive(spec(), Map.of(), ObservedRows.onHeap(SERIES, 3), Duration.ofMillis(50));
    var why = failure(IllegalStateException.class, end);
    assertTrue(String.valueOf(why.getMessage()).contains("role workers"), why.getMessage());
  }

  @Test
  void aHostThatWouldObserveOtherValuesEndsTheStudy() {
    var others = List.of(new Series("b", "x"));
    host("one", (spec, logs, jars) -> new LoadedStudy(SQUARE, others));
    var end = drive(spec(), Map.of(), ObservedRows.onHeap(SERIES, 3), LONG);
    assertEquals(
        "one: its study has another fingerprint",
        failure(IllegalStateException.class, end).getMessage());
  }
}
