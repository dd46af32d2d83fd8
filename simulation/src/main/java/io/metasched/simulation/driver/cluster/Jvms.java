package io.metasched.simulation.driver.cluster;

import io.metasched.metascheduler.deployment.config.MemberRole;
import io.metasched.simulation.driver.cluster.fault.Faults;
import io.metasched.simulation.driver.cluster.fault.LiveMembers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * JVMs started by this JVM, by their numbers from 1. None of them outlives this JVM: each stops
 * when its standard input ends, which happens whenever this JVM terminates. A shutdown hook kills
 * the remaining JVMs. Thread-safe.
 */
public final class Jvms implements AutoCloseable, Faults.Targets {
  /** Exit code of a JVM of a run that had too little memory; its caller reports that. */
  public static final int OUT_OF_MEMORY = 3;

  /** Exit code of a JVM that the other members have removed from a run; its caller reports that. */
  public static final int CUT_OFF = 4;

  /**
   * Input line that terminates a JVM immediately, without leaving its cluster, because the other
   * JVMs terminate too.
   */
  public static final String END = "end";

  private static final int FIRST_OF_SIGNALS =
      128; // exit codes for signals are this number plus the number of the signal

  // the JVMs share a machine, where full JIT compilation costs more than owners and users gain by
  // it
  private static final String COMPILES_SIMPLY = "-XX:TieredStopAtLevel=1";

  // has the classes of clients and of a service; a ClassArchive has the classes of a cluster
  private static final String LAUNCHERS_ARCHIVE =
      "-XX:SharedArchiveFile="
          + System.getProperty("java.class.path").replaceFirst("[.]jar$", ".jsa");

  private static final int MAKES_ARCHIVE = 1; // it has the metascheduler, or at least owners

  private final TreeMap<Integer, Process> processes = new TreeMap<>();
  private final Map<Integer, CompletableFuture<@Nullable Void>> joined = new ConcurrentHashMap<>();
  private final TreeSet<Integer> killed = new TreeSet<>();
  private final TreeSet<Integer> paused = new TreeSet<>();
  private final LiveMembers liveMembers;
  private final int count;
  private final Duration leaveTimeout;
  private final Consumer<Loss> lost;
  private final Thread onEnd = new Thread(this::stopHard, "stop-jvms");
  private final Optional<ClassArchive> archive =
      ClassArchive.of(
          System.getenv(),
          System.getProperty("user.home", ""),
          System.getProperty("java.home") + System.getProperty("java.vm.version"),
          System.getProperty("java.class.path"),
          forAll());
  private final boolean archiveIsThere = archive.filter(ClassArchive::isThere).isPresent();
  private @Nullable Process archiving;
  private boolean isClosing;

  /**
   * Parameters of the start of a JVM.
   *
   * @param compilesWell whether the JVM has enough work for full JIT compilation to pay off, such
   *     as planning a long run
   * @param options JVM options besides those of this JVM
   * @param arguments main class and its arguments
   * @param environment environment variables besides those of this JVM
   */
  public record Start(
      boolean compilesWell,
      List<String> options,
      List<String> arguments,
      Map<String, String> environment) {}

  /**
   * JVM that ended too early.
   *
   * @param why explanation for the user
   * @param isSurvivable whether each role still has a member
   */
  public record Loss(IllegalStateException why, boolean isSurvivable) {
    /** Returns the message for the user. */
    public String what() {
      return String.valueOf(why.getMessage());
    }
  }

  /**
   * Creates an instance without JVMs.
   *
   * @param count number of JVMs that will be started
   * @param leaveTimeout time for a JVM to stop without being killed
   * @param lost receives each JVM that ends before this instance is closed
   */
  public Jvms(int count, Duration leaveTimeout, Consumer<Loss> lost) {
    this(MemberRole.OF_RUNS, count, leaveTimeout, lost);
  }

  /**
   * Creates an instance without JVMs; each of the given roles must keep a member.
   *
   * @param count number of JVMs that will be started
   * @param leaveTimeout time for a JVM to stop without being killed
   * @param lost receives each JVM that ends before this instance is closed
   * @param needed roles that must keep a member
   */
  public Jvms(List<MemberRole> needed, int count, Duration leaveTimeout, Consumer<Loss> lost) {
    liveMembers = new LiveMembers(needed);
    this.count = count;
    this.leaveTimeout = leaveTimeout;
    this.lost = lost;
    Runtime.getRuntime().addShutdownHook(onEnd);
  }

  /**
   * Starts a JVM with the options and the class path of this JVM. {@code start} determines the
   * level of JIT compilation, unless the options of this JVM do.
   *
   * @throws UncheckedIOException if it cannot be started
   */
  public synchronized void start(int number, List<MemberRole> roles, Start start) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:-UsePerfData"); // a temporary file, which kill -9 would leave
    if (!start.compilesWell()) {
      command.add(COMPILES_SIMPLY); // of two equal options, the later wins
    }
    command.addAll(forAll());
    boolean makesArchive = number == MAKES_ARCHIVE && !archiveIsThere && start.options().isEmpty();
    archive.ifPresent(
        classes -> {
          if (archiveIsThere) {
            command.add(classes.use());
          } else if (makesArchive) {
            command.add(classes.make());
          }
        });
    command.addAll(start.options());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(start.arguments());
    var builder =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(start.environment());
    try {
      var process = builder.start();
      processes.put(number, process);
      liveMembers.join(number, roles);
      if (makesArchive) {
        archiving = process;
      }
      var unused = process.onExit().thenAccept(ended -> reportLoss(number, ended));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Records that the JVM of a process has joined the cluster; ignores processes that were not
   * started by this instance.
   */
  public void joined(long process) {
    number(process).ifPresent(number -> joining(number).complete(null));
  }

  /**
   * Waits until a JVM has become a member, as reported to {@link #joined}. The metascheduler runs
   * in the oldest member with its role, so a JVM that is awaited before others are started gets the
   * metascheduler.
   *
   * @throws IllegalStateException if the JVM does not join in time, or ends before that
   */
  public void awaitJoined(int number, Duration atMost) {
    try {
      joining(number).copy().orTimeout(atMost.toMillis(), TimeUnit.MILLISECONDS).join();
    } catch (CompletionException e) {
      throw new IllegalStateException(
          e.getCause() instanceof IllegalStateException ended
              ? String.valueOf(ended.getMessage())
              : "JVM %d did not join in %d s".formatted(number, atMost.toSeconds()),
          e);
    }
  }

  private CompletableFuture<@Nullable Void> joining(int number) {
    return joined.computeIfAbsent(number, n -> new CompletableFuture<>());
  }

  /** Returns the ids of the processes, in the order of their numbers. */
  public synchronized List<Long> ids() {
    return processes.values().stream().map(Process::pid).toList();
  }

  private static List<String> forAll() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(Jvms::isForAll)
        .toList();
  }

  /**
   * Returns whether the JVMs inherit an option of this JVM. They inherit settings, but not agents
   * (which may listen on a port), the terminal, the launcher's compilation mode, or the launcher's
   * archive.
   */
  static boolean isForAll(String option) {
    return (option.startsWith("-X")
            && !option.startsWith("-XX:CompilationMode")
            && !option.equals(LAUNCHERS_ARCHIVE))
        || option.startsWith("-Dakka.")
        || (option.startsWith("-Dmetasched.") && !option.startsWith("-Dmetasched.terminal"))
        || option.startsWith("-Djava.io.tmpdir=")
        || option.startsWith("-Dlogback.configurationFile=");
  }

  private void reportLoss(int number, Process ended) {
    Loss loss;
    synchronized (this) {
      if (isClosing) {
        return;
      }
      liveMembers.lose(number);
      var how = killed.contains(number) ? "has been killed" : end(ended.exitValue());
      var what = "JVM %d of %d (process %d) %s".formatted(number, count, ended.pid(), how);
      var why =
          ended.exitValue() == CUT_OFF
              ? new IllegalStateException(what)
              : new JvmEndException(what);
      loss = new Loss(why, liveMembers.isComplete());
    }
    joining(number).completeExceptionally(loss.why());
    lost.accept(loss);
  }

  private static String end(int exitCode) {
    return switch (exitCode) {
      case OUT_OF_MEMORY ->
          "had too little memory; give all of them more (METASCHED_JAVA_OPTS=-Xmx4g)";
      case CUT_OFF -> "was unreachable, and the others continue without it";
      default ->
          signal(exitCode)
              .map(name -> "was ended by signal %s before the run was over".formatted(name))
              .orElse("has ended with exit code %d before the run was over".formatted(exitCode));
    };
  }

  /** Returns the signal of an exit code; empty if it does not represent a signal. */
  private static Optional<String> signal(int exitCode) {
    int number = exitCode - FIRST_OF_SIGNALS;
    return Optional.ofNullable(
        switch (number) {
          case 1 -> "1 (HUP)";
          case 2 -> "2 (INT)";
          case 6 -> "6 (ABRT), as after a crash of the JVM";
          case 9 -> "9 (KILL), by hand or by a system without enough memory,";
          case 11 -> "11 (SEGV)";
          case 15 -> "15 (TERM)";
          default -> null;
        });
  }

  /** Returns the number of the JVM that is the given process. */
  public synchronized OptionalInt number(long process) {
    return processes.entrySet().stream()
        .filter(jvm -> jvm.getValue().pid() == process)
        .mapToInt(jvm -> jvm.getKey())
        .findFirst();
  }

  @Override
  public synchronized OptionalInt highest(MemberRole role) {
    return liveMembers.highest(role);
  }

  @Override
  public synchronized void kill(int jvm) {
    killed.add(jvm);
    // the end of the JVM is reported a little later, but no caller may find it from now on
    liveMembers.lose(jvm);
    process(jvm).destroyForcibly();
  }

  @Override
  public synchronized void pause(int jvm) {
    paused.add(jvm);
    signal("STOP", process(jvm));
  }

  @Override
  public synchronized void resume(int jvm) {
    // the process id may have been reused
    if (paused.remove(jvm) && process(jvm).isAlive()) {
      signal("CONT", process(jvm));
    }
  }

  @Override
  public synchronized void loseMessages(int jvm, Duration duration) {
    tell(process(jvm), MessageLoss.LOSE_MESSAGES + duration.toMillis());
  }

  private static void tell(Process process, String line) {
    try {
      var input = process.outputWriter();
      input.write(line + System.lineSeparator());
      input.flush();
    } catch (IOException gone) {
      // the process has ended, so nothing can be sent to it
    }
  }

  private Process process(int jvm) {
    var process = processes.get(jvm);
    if (process == null) {
      throw new IllegalArgumentException("there is no JVM " + jvm);
    }
    return process;
  }

  private static void signal(String signal, Process process) {
    try {
      var kill =
          new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (kill.waitFor() != 0 && process.isAlive()) {
        throw new IllegalStateException(
            "process %d cannot be sent the signal %s".formatted(process.pid(), signal));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized List<Process> closing() {
    isClosing = true;
    return List.copyOf(processes.values());
  }

  /** Terminates all JVMs concurrently and waits for them; a JVM that takes too long is killed. */
  @Override
  public void close() {
    var all = closing();
    List.copyOf(paused).forEach(this::resume);
    long deadline = System.nanoTime() + leaveTimeout.toNanos();
    try {
      for (var process : all) {
        tell(process, END);
        process.outputWriter().close();
      }
      for (var process : all) {
        process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      }
    } catch (IOException gone) {
      // the process has already ended
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    keepArchive();
    stopHard();
    try {
      Runtime.getRuntime().removeShutdownHook(onEnd);
    } catch (IllegalStateException shuttingDown) {
      // the hook runs, and finds nothing left to do
    }
  }

  /** Keeps the archive of the JVM that was to create one, if it was not killed. */
  private void keepArchive() {
    var made = archiving;
    if (made != null && !made.isAlive() && made.exitValue() == 0) {
      archive.ifPresent(ClassArchive::keep);
    } else if (made != null) {
      archive.ifPresent(ClassArchive::discard);
    }
  }

  private void stopHard() {
    var all = closing();
    all.forEach(Process::destroyForcibly);
    all.forEach(process -> process.onExit().join());
  }
}
