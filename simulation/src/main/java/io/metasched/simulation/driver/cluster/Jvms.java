package io.metasched.simulation.driver.cluster;

import io.metasched.metascheduler.deployment.config.Role;
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
 * JVMs that this one has started, by their numbers from 1. None outlives this JVM: each stops when
 * its standard input ends, as it does when this JVM terminates for whatever reason; a shutdown hook
 * kills those that are left. Thread-safe.
 */
public final class Jvms implements AutoCloseable, Faults.Targets {
  /** The exit code of a JVM of a run that had too little memory; its caller says so. */
  public static final int OUT_OF_MEMORY = 3;

  /** The exit code of a JVM of a run that the others go on without; its caller says so. */
  public static final int CUT_OFF = 4;

  /**
   * What ends a JVM at once when it reads that, without leaving its cluster: the others end, too.
   */
  public static final String END = "end";

  private static final int FIRST_OF_SIGNALS = 128; // an exit code of this and a number

  // they share their machine, where compiling well costs more than owners and users gain by it
  private static final String COMPILES_SIMPLY = "-XX:TieredStopAtLevel=1";

  private static final int MAKES_ARCHIVE = 1; // it has the metascheduler, or is an owner at least

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
   * What one is started with.
   *
   * @param compilesWell whether it has so much to do that compiling well pays, as planning a long
   *     run does
   * @param options of the JVM, besides those of this one
   * @param arguments its main class and the arguments of that
   * @param environment variables besides those of this one
   */
  public record Start(
      boolean compilesWell,
      List<String> options,
      List<String> arguments,
      Map<String, String> environment) {}

  /**
   * A JVM that has ended too early.
   *
   * @param why for the user
   * @param isSurvivable whether one is left for each role
   */
  public record Loss(IllegalStateException why, boolean isSurvivable) {
    /** Returns the words for the user. */
    public String what() {
      return String.valueOf(why.getMessage());
    }
  }

  /**
   * Creates it without JVMs.
   *
   * @param count how many there will be
   * @param leaveTimeout how long they have to stop by themselves
   * @param lost is notified of each that ends before this is closed
   */
  public Jvms(int count, Duration leaveTimeout, Consumer<Loss> lost) {
    this(Role.OF_RUNS, count, leaveTimeout, lost);
  }

  /**
   * Creates it for JVMs with these roles, of each of which one must be left.
   *
   * @param count how many there will be
   * @param leaveTimeout how long they have to stop by themselves
   * @param lost is notified of each that ends before this is closed
   */
  public Jvms(List<Role> needed, int count, Duration leaveTimeout, Consumer<Loss> lost) {
    liveMembers = new LiveMembers(needed);
    this.count = count;
    this.leaveTimeout = leaveTimeout;
    this.lost = lost;
    Runtime.getRuntime().addShutdownHook(onEnd);
  }

  /**
   * Starts one with the options and the class path of this one. It compiles well or simply, unless
   * the options of this one say otherwise.
   *
   * @throws UncheckedIOException when it cannot be started
   */
  public synchronized void start(int number, List<Role> roles, Start start) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:-UsePerfData"); // a file among the temporary ones, which kill -9 leaves there
    if (!start.compilesWell()) {
      command.add(COMPILES_SIMPLY); // of two options the later one holds
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

  /** The JVM of that process, which may be any, has become a member of its cluster. */
  public void joined(long process) {
    number(process).ifPresent(number -> joining(number).complete(null));
  }

  /**
   * Waits until one has become a member, as reported to {@link #joined}. The oldest member with
   * that role gets the metascheduler, so that a JVM awaited before others are started has it.
   *
   * @throws IllegalStateException when it does not join in time, or ends before
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

  /** The ids of the processes, by number. */
  public synchronized List<Long> ids() {
    return processes.values().stream().map(Process::pid).toList();
  }

  private static List<String> forAll() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(Jvms::isForAll)
        .toList();
  }

  /**
   * Settings, but no agents, which may listen on a port, not that there is a terminal, and not how
   * the launcher has this one compile.
   */
  static boolean isForAll(String option) {
    return (option.startsWith("-X") && !option.startsWith("-XX:CompilationMode"))
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
      case CUT_OFF -> "was unreachable, and the others go on without it";
      default ->
          signal(exitCode)
              .map(name -> "was ended by signal %s before the run was over".formatted(name))
              .orElse("has ended with exit code %d before the run was over".formatted(exitCode));
    };
  }

  /** The signal that an exit code stands for. */
  private static Optional<String> signal(int exitCode) {
    int number = exitCode - FIRST_OF_SIGNALS;
    return Optional.ofNullable(
        switch (number) {
          case 1 -> "1 (HUP)";
          case 2 -> "2 (INT)";
          case 6 -> "6 (ABRT), as a JVM that crashes is";
          case 9 -> "9 (KILL), by hand or by a system without enough memory,";
          case 11 -> "11 (SEGV)";
          case 15 -> "15 (TERM)";
          default -> null;
        });
  }

  /** The number of the JVM that is that process. */
  public synchronized OptionalInt number(long process) {
    return processes.entrySet().stream()
        .filter(jvm -> jvm.getValue().pid() == process)
        .mapToInt(jvm -> jvm.getKey())
        .findFirst();
  }

  @Override
  public synchronized OptionalInt highest(Role role) {
    return liveMembers.highest(role);
  }

  @Override
  public synchronized void kill(int jvm) {
    killed.add(jvm);
    // its end is reported a little later, but a caller must not find it from now on
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
    // the number of a process that is gone may be another's
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
      // then the process has ended, and there is nobody to be told
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

  /** Has all of them end at once, and waits until they have; one that takes too long is killed. */
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
      // then the process has ended already
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    keepArchive();
    stopHard();
    try {
      Runtime.getRuntime().removeShutdownHook(onEnd);
    } catch (IllegalStateException shuttingDown) {
      // then the hook runs, and finds nothing left to do
    }
  }

  /** Keeps the archive of the JVM that was to make one, if it has ended by itself. */
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
