package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.metasched.service.run.OutputStreamName;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunLimits;
import io.metasched.service.run.RunSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Executor on the folder of a test, with the facts that the executor reports. All waits have
 * generous limits.
 */
final class TestedAgent implements AutoCloseable {
  static final Duration HOUR = Duration.ofHours(1);

  /** Bounds that most tests never reach, even if the disk of this machine is full. */
  static final RunBounds BOUNDS = new RunBounds(4096, 1L << 30, 100_000, HOUR, 0, 1 << 20);

  private final ProcessExecutor executor;
  private final LinkedBlockingQueue<RunFact> told = new LinkedBlockingQueue<>();

  private TestedAgent(ProcessExecutor executor) {
    this.executor = executor;
    executor.listen(told::add);
  }

  static TestedAgent on(Path folder) {
    return on(settings(folder), Clock.systemUTC());
  }

  static TestedAgent on(ExecutorSettings settings, Clock clock) {
    requireSupervisors();
    return new TestedAgent(ProcessExecutor.open(settings, clock));
  }

  /** Creates an agent of a machine with weaker isolation than this one. */
  static TestedAgent on(Path folder, UnaryOperator<Isolation> choice) {
    requireSupervisors();
    return new TestedAgent(ProcessExecutor.open(settings(folder), Clock.systemUTC(), choice));
  }

  /** Returns settings that permit late starts, because a machine that builds may be slow. */
  static ExecutorSettings settings(Path folder) {
    return settings(folder, 1 << 20);
  }

  static ExecutorSettings settings(Path folder, long outputBytes) {
    return settings(folder, outputBytes, BOUNDS, JobNetworks.all(JobNetworks.HOST));
  }

  /** Returns settings with the given bounds. */
  static ExecutorSettings settings(Path folder, RunBounds bounds) {
    return settings(folder, 1 << 20, bounds, JobNetworks.all(JobNetworks.HOST));
  }

  /** Returns settings with the given networks. */
  static ExecutorSettings settings(Path folder, JobNetworks networks) {
    return settings(folder, 1 << 20, BOUNDS, networks);
  }

  private static ExecutorSettings settings(
      Path folder, long outputBytes, RunBounds bounds, JobNetworks networks) {
    return new ExecutorSettings(
        passable(folder),
        outputBytes,
        HOUR,
        Duration.ofMillis(100),
        Duration.ZERO,
        UserSettings.USUAL,
        Optional.empty(),
        bounds,
        networks,
        true,
        false,
        1L << 30);
  }

  /**
   * Makes a temporary folder accessible to job users; by default, only the owner of the folder may
   * enter it.
   */
  private static Path passable(Path folder) {
    try {
      var mode = PosixFilePermissions.fromString("rwx--x--x");
      return Files.setPosixFilePermissions(Files.createDirectories(folder), mode);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Skips a test if this machine cannot supervise runs. */
  static void requireSupervisors() {
    assumeTrue(
        Files.exists(Path.of("/proc/sys/kernel/random/boot_id"))
            && Files.exists(Path.of("/bin/sh")),
        "supervisors need Linux");
  }

  /** Skips a test of guarantees that need PID namespaces. */
  void requireNamespaces() {
    assumeTrue(
        !executor.isolation().startsWith("PID namespace none"),
        "this machine has no PID namespaces");
  }

  ProcessExecutor executor() {
    return executor;
  }

  /** Returns the spec of a shell line, in a window of one hour from now. */
  static RunSpec spec(String job, String line) {
    return spec(new RunId(job, 1, 0), line, HOUR, Duration.ofSeconds(1));
  }

  static RunSpec spec(RunId id, String line, Duration window, Duration grace) {
    return spec(id, List.of("sh", "-c", line), Map.of(), window, grace);
  }

  static RunSpec spec(
      RunId id,
      List<String> command,
      Map<String, String> environment,
      Duration window,
      Duration grace) {
    var now = Instant.now();
    return new RunSpec(
        id,
        "n1",
        command,
        new TreeMap<>(environment),
        List.of(),
        now,
        now.plus(window),
        grace,
        Optional.empty(),
        RunLimits.NONE,
        "physics",
        Optional.empty());
  }

  /** Prepares a run and starts it immediately. */
  void run(RunSpec spec) {
    get(executor.prepare(spec));
    get(executor.start(spec.id(), spec.windowStart()));
  }

  /** Waits for a fact of a run. */
  <F extends RunFact> F await(RunId id, Class<F> kind) {
    try {
      while (true) {
        var fact = told.take();
        if (fact.id().equals(id) && kind.isInstance(fact)) {
          return kind.cast(fact);
        }
        if (fact.id().equals(id) && fact.isFinal()) {
          throw new AssertionError("awaited " + kind.getSimpleName() + ", was told " + fact);
        }
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  RunFact.Ended end(RunId id) {
    return await(id, RunFact.Ended.class);
  }

  /** Waits until a run has written a line that begins with the given text. */
  String line(RunId id, String beginning) {
    var found = new AtomicReference<String>();
    until(
        "a line begins with " + beginning,
        () -> {
          output(id)
              .lines()
              .filter(line -> line.startsWith(beginning))
              .findFirst()
              .ifPresent(found::set);
          return found.get() != null;
        });
    return found.get();
  }

  /** Waits until the condition holds, for several minutes at most. */
  static void until(String what, Callable<Boolean> holds) {
    long end = System.nanoTime() + Duration.ofMinutes(5).toNanos();
    try {
      while (!holds.call()) {
        assertThat(System.nanoTime() - end).as("waited too long until " + what).isNegative();
        LockSupport.parkNanos(10_000_000);
      }
    } catch (Exception e) {
      throw new AssertionError(what, e);
    }
  }

  String output(RunId id) {
    return text(id, OutputStreamName.STDOUT);
  }

  String text(RunId id, OutputStreamName stream) {
    var chunk = get(executor.output(id, stream, 0, 1 << 20));
    return new String(chunk.bytes(), StandardCharsets.UTF_8);
  }

  List<RunFact> facts() {
    return get(executor.runs());
  }

  static <T> T get(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  /** Returns a sleep command for about the given time; tests in other JVMs use different times. */
  static String sleep(int seconds) {
    return "sleep %d.%d".formatted(seconds, ProcessHandle.current().pid());
  }

  /**
   * Returns the processes whose command line contains a text unique to this JVM's tests, such as a
   * folder or {@link #sleep}. These processes stop being children of this JVM when their agent or
   * supervisor ends.
   */
  static List<Long> processes(String text) {
    var found = new ArrayList<Long>();
    try (Stream<Path> all = Files.list(Path.of("/proc"))) {
      all.filter(path -> path.getFileName().toString().matches("\\d+"))
          .filter(path -> commandLine(path).contains(text))
          .map(path -> Long.parseLong(path.getFileName().toString()))
          .filter(pid -> pid != ProcessHandle.current().pid())
          .forEach(found::add);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return found;
  }

  private static String commandLine(Path process) {
    try {
      return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1)
          .replace('\0', ' ');
    } catch (IOException gone) {
      return "";
    }
  }

  @Override
  public void close() {
    executor.close();
  }
}
