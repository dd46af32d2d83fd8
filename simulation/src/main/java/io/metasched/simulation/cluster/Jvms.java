package io.metasched.simulation.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * JVMs that this one has started. None outlives it: each stops when its standard input ends, which
 * it does when this JVM is gone, however it went; and those that are left when this JVM ends are
 * stopped hard.
 */
public final class Jvms implements AutoCloseable {
  private final List<Process> processes = new ArrayList<>();
  private final Duration leaveTimeout;
  private final Thread onEnd = new Thread(this::stopHard, "stop-jvms");
  private boolean isClosing;

  /**
   * None yet.
   *
   * @param leaveTimeout how long they have to stop by themselves
   */
  public Jvms(Duration leaveTimeout) {
    this.leaveTimeout = leaveTimeout;
    Runtime.getRuntime().addShutdownHook(onEnd);
  }

  /**
   * Starts one with the options and the class path of this one.
   *
   * @param arguments its main class and the arguments of that
   * @param lost is told when it ends before this is closed
   * @throws UncheckedIOException when it cannot be started
   */
  public synchronized void start(List<String> arguments, Consumer<Throwable> lost) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(Jvms::isForAll)
        .forEach(command::add);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(arguments);
    int number = processes.size() + 1;
    try {
      var process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      processes.add(process);
      var unused = process.onExit().thenAccept(ended -> tellLoss(number, ended, lost));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Not agents, which may listen on a port, and not what says that there is a terminal. */
  private static boolean isForAll(String option) {
    return option.startsWith("-X")
        || option.startsWith("-Dmetasched.home=")
        || option.startsWith("-Dlogback.configurationFile=");
  }

  private synchronized void tellLoss(int number, Process ended, Consumer<Throwable> lost) {
    if (!isClosing) {
      lost.accept(
          new IllegalStateException(
              "JVM %d of %d (process %d) has ended with exit code %d before the run was over"
                  .formatted(number, processes.size(), ended.pid(), ended.exitValue())));
    }
  }

  private synchronized List<Process> closing() {
    isClosing = true;
    return List.copyOf(processes);
  }

  /** Has all of them stop, and waits until they have; who takes too long is stopped hard. */
  @Override
  public void close() {
    var all = closing();
    long deadline = System.nanoTime() + leaveTimeout.toNanos();
    try {
      for (var process : all) {
        process.getOutputStream().close();
      }
      for (var process : all) {
        process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      }
    } catch (IOException gone) {
      // then it needs no word to stop
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    stopHard();
    try {
      Runtime.getRuntime().removeShutdownHook(onEnd);
    } catch (IllegalStateException shuttingDown) {
      // then the hook runs, and finds nothing left to do
    }
  }

  private void stopHard() {
    var all = closing();
    all.forEach(Process::destroyForcibly);
    all.forEach(process -> process.onExit().join());
  }
}
