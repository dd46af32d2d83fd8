package io.metasched.simulation.driver.cluster.fault;

import io.metasched.metascheduler.deployment.config.Role;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Injects the faults of a run, and measures when they are noticed and recovered from. Each strikes
 * once, in the first policy that gets so far. Thread-safe: the caller that reports a cycle waits
 * until the faults due after it have struck.
 */
public final class Faults {
  private static final long NEVER = -1;

  /** The JVMs of a run, as a fault sees them. */
  public interface Targets {
    /** The highest number with a role, of those that are still there. */
    OptionalInt highest(Role role);

    /** Kills it. */
    void kill(int jvm);

    /** Pauses it. */
    void pause(int jvm);

    /** Resumes it; nothing happens to one that has ended. */
    void resume(int jvm);

    /** Drops its messages for so long. */
    void loseMessages(int jvm, Duration duration);
  }

  /** Runs actions after a delay. */
  @FunctionalInterface
  public interface Later {
    void after(Duration duration, Runnable then);
  }

  private static final class FaultProgress {
    final Fault fault;
    int jvm;
    String policy = "";
    boolean hasStruck;
    long struckAt;
    long noticedNanos = NEVER;
    long recoveredNanos = NEVER;

    FaultProgress(Fault fault) {
      this.fault = fault;
    }

    FaultReport report() {
      return new FaultReport(
          fault,
          hasStruck ? OptionalInt.of(jvm) : OptionalInt.empty(),
          millis(noticedNanos),
          millis(recoveredNanos));
    }

    private static OptionalLong millis(long nanos) {
      return nanos == NEVER ? OptionalLong.empty() : OptionalLong.of(nanos / 1_000_000);
    }
  }

  private final List<FaultProgress> all;
  private final Targets targets;
  private final Later later;
  private final LongSupplier nanoTime;
  private final Consumer<String> events;

  /**
   * Creates it; none has struck yet.
   *
   * @param nanoTime a wall clock
   * @param events gets a line for each fault that strikes
   */
  public Faults(
      List<Fault> faults,
      Targets targets,
      Later later,
      LongSupplier nanoTime,
      Consumer<String> events) {
    all = Fault.inOrder(faults).stream().map(FaultProgress::new).toList();
    this.targets = targets;
    this.later = later;
    this.nanoTime = nanoTime;
    this.events = events;
  }

  /** The snapshot of a cycle has been taken, so whatever was struck before has recovered. */
  public synchronized void cycleOver(String policy, int cycle) {
    for (var progress : all) {
      if (!progress.hasStruck) {
        if (cycle >= progress.fault.afterCycle()) {
          strike(progress, policy);
        }
      } else if (progress.recoveredNanos == NEVER && isBehind(progress, policy, cycle)) {
        progress.recoveredNanos = nanoTime.getAsLong() - progress.struckAt;
      }
    }
  }

  /** Several organizations report the same cycle. */
  private static boolean isBehind(FaultProgress progress, String policy, int cycle) {
    return cycle > progress.fault.afterCycle() || !policy.equals(progress.policy);
  }

  private void strike(FaultProgress progress, String policy) {
    var fault = progress.fault;
    var found = targets.highest(fault.role());
    if (found.isEmpty()) {
      return;
    }
    int jvm = found.getAsInt();
    progress.jvm = jvm;
    progress.policy = policy;
    progress.hasStruck = true;
    progress.struckAt = nanoTime.getAsLong();
    switch (fault.kind()) {
      case KILL -> targets.kill(jvm);
      case PAUSE -> {
        targets.pause(jvm);
        later.after(fault.duration(), () -> targets.resume(jvm));
      }
      case LOSS -> targets.loseMessages(jvm, fault.duration());
    }
    events.accept("fault %s strikes JVM %d".formatted(fault, jvm));
  }

  /** A JVM has been seen to be unreachable. */
  public synchronized void unreachable(int jvm) {
    for (var progress : all) {
      if (progress.hasStruck && progress.jvm == jvm && progress.noticedNanos == NEVER) {
        progress.noticedNanos = nanoTime.getAsLong() - progress.struckAt;
      }
    }
  }

  /** The outcomes so far, in the order in which the faults strike. */
  public synchronized List<FaultReport> reports() {
    return all.stream().map(FaultProgress::report).toList();
  }
}
