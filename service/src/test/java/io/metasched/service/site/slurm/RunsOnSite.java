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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Executor of runs as batch jobs, of a real or a simulated Slurm with the nodes n1 to n8. */
abstract class RunsOnSite {
  static final boolean IS_ROOT = "root".equals(System.getProperty("user.name"));
  static final String USER = IS_ROOT ? "nobody" : System.getProperty("user.name");
  static final List<String> NODES = IntStream.rangeClosed(1, 8).mapToObj(i -> "n" + i).toList();
  private static final Duration MOST = Duration.ofMinutes(2);
  private static final Duration TOLERANCE = Duration.ofSeconds(30); // of a machine that is busy

  private final ConcurrentLinkedQueue<RunFact> told = new ConcurrentLinkedQueue<>();
  private @Nullable SlurmRuns runs;
  private Duration tolerance = TOLERANCE;

  abstract SlurmCommands slurm();

  /** Returns a new folder that all nodes share. */
  abstract Path folder();

  /** Returns the folder on each node for runs, if no folder is shared. */
  Optional<Path> nodeFolder() {
    return Optional.empty();
  }

  /** Returns a folder in which all users may write. */
  static Path open(Path folder) {
    try {
      Files.createDirectories(folder);
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the time that the site needs from a reservation's start until its job is ready. */
  abstract int leadSeconds();

  @BeforeEach
  void open() throws IOException {
    runs = executor();
    runs().listen(told::add);
  }

  private SlurmRuns executor() throws IOException {
    var settings =
        ExecutorSettings.in(folder())
            .withStartTolerance(tolerance)
            .withRepeat(Duration.ofMillis(500));
    var rules = new CalendarRules("main", "ms-", List.of(USER), Duration.ZERO, false);
    var user = Optional.of(USER).filter(name -> IS_ROOT);
    var shared = new BatchSettings(rules, new TreeMap<>(), user, Optional.empty());
    var site = nodeFolder().map(shared::onNodes).orElse(shared);
    var lock = FolderLock.take(Files.createDirectories(folder()));
    return SlurmRuns.open(settings, lock, slurm(), site, Clock.systemUTC());
  }

  /**
   * Replaces the executor by a new one on its folder, as after a crash: nothing is stored on close.
   */
  void reopen() throws IOException {
    runs().close();
    told.clear();
    open();
  }

  /** Makes the executor wait only until shortly after the start of a window. */
  void expectNoStart() throws IOException {
    tolerance = Duration.ofSeconds(2);
    reopen();
  }

  @AfterEach
  void close() throws Exception {
    runs().close();
    var left = slurm().jobs().stream().filter(job -> !job.state().isOver()).map(SiteJob::id);
    slurm().cancel(left.toList());
    until("all jobs have ended", () -> slurm().jobs().stream().allMatch(j -> j.state().isOver()));
    for (var reservation : slurm().reservations()) {
      slurm().delete(reservation.name());
    }
  }

  SlurmRuns runs() {
    if (runs == null) {
      throw new IllegalStateException("not open");
    }
    return runs;
  }

  /** Returns a run in a window that starts when the run's job can be ready. */
  RunSpec spec(String job, int part, String line, int seconds) {
    var start = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(leadSeconds() + 2);
    return new RunSpec(
        new RunId(job, 1, part),
        "n" + (part + 1),
        List.of("sh", "-c", line),
        new TreeMap<>(),
        List.of(),
        start,
        start.plusSeconds(seconds),
        Duration.ofSeconds(1),
        Optional.empty(),
        RunLimits.NONE,
        "physics",
        Optional.empty());
  }

  /** Creates the reservation of a run, and prepares the run. */
  RunSpec prepare(RunSpec spec) throws SlurmException {
    reserve(spec, slurm());
    get(runs().prepare(spec));
    return spec;
  }

  void reserve(RunSpec spec, SlurmCommands at) throws SlurmException {
    at.create(
        new NewReservation(
            "ms-" + spec.id(),
            spec.windowStart().minusSeconds(leadSeconds()),
            spec.windowEnd(),
            List.of(spec.node()),
            List.of(USER),
            List.of()));
  }

  RunSpec start(RunSpec spec) throws Exception {
    await(spec, RunFact.Ready.class);
    get(runs().start(spec.id(), spec.windowStart()));
    return spec;
  }

  static <T> T get(CompletionStage<T> stage) {
    return stage.toCompletableFuture().orTimeout(1, TimeUnit.MINUTES).join();
  }

  /** Waits for a fact of a run. */
  <F extends RunFact> F await(RunSpec spec, Class<F> kind) throws Exception {
    until(
        kind.getSimpleName() + " of " + spec.id(),
        () -> facts(spec).anyMatch(fact -> kind.isInstance(fact) || fact.isFinal()));
    return facts(spec)
        .filter(kind::isInstance)
        .map(kind::cast)
        .findFirst()
        .orElseThrow(() -> new AssertionError(kind.getSimpleName() + " is not in " + told));
  }

  /** Waits for the final fact of a run. */
  RunFact awaitEnd(RunSpec spec) throws Exception {
    until("end of " + spec.id(), () -> end(spec).isPresent());
    return end(spec).orElseThrow();
  }

  private Optional<RunFact> end(RunSpec spec) {
    return facts(spec).filter(RunFact::isFinal).findFirst();
  }

  private Stream<RunFact> facts(RunSpec spec) {
    return told.stream().filter(fact -> fact.id().equals(spec.id()));
  }

  /** Condition that may fail. */
  interface Condition {
    boolean holds() throws Exception;
  }

  static void until(String what, Condition condition) throws Exception {
    long end = System.nanoTime() + MOST.toNanos();
    while (!condition.holds()) {
      assertThat(System.nanoTime() - end).as("waited too long until " + what).isNegative();
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  String output(RunSpec spec) {
    var chunk = get(runs().output(spec.id(), OutputStreamName.STDOUT, 0, 1 << 20));
    return new String(chunk.bytes(), StandardCharsets.UTF_8);
  }

  List<String> kinds(RunSpec spec) {
    return get(runs().runs()).stream()
        .filter(fact -> fact.id().equals(spec.id()))
        .map(fact -> fact.getClass().getSimpleName())
        .toList();
  }

  /** Returns the path of a run's folder on its node, if no folder is shared. */
  Path place(RunSpec spec) throws IOException {
    return Path.of(Files.readString(file(spec, "place")).strip());
  }

  /** Waits until no node has a folder of a run. */
  void awaitNoFolder() throws Exception {
    until(
        "no folder is left on a node",
        () -> {
          try (var left = Files.list(nodeFolder().orElseThrow())) {
            return left.findAny().isEmpty();
          }
        });
  }

  Path file(RunSpec spec, String name) {
    return folder().resolve("runs/%s/%s".formatted(spec.id(), name));
  }

  /** Returns the times at which the lines of a run's output were written, in ms. */
  List<Long> times(RunSpec spec) {
    return output(spec).lines().map(Long::parseLong).toList();
  }
}
