package io.metasched.simulation.driver.cluster.fault;

import io.metasched.metascheduler.deployment.config.MemberRole;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Injection of the faults of a run, with the times until detection and recovery. Each fault is
 * injected once, in the first policy that reaches its cycle. Thread-safe: the caller that reports a
 * cycle waits until the faults due after it have been injected.
 */
public final class Faults {
  private static final long NEVER = -1;

  /** JVMs of a run as targets of faults. */
  public interface Targets {
    /** Returns the highest number of a live JVM with a role. */
    OptionalInt highest(MemberRole role);

    void kill(int jvm);

    void pause(int jvm);

    /** Resumes the JVM; has no effect if it has ended. */
    void resume(int jvm);

    /** Drops the messages of the JVM for {@code duration}. */
    void loseMessages(int jvm, Duration duration);
  }

  /** Executor of delayed actions. */
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
   * Creates the injection; no fault has been injected yet.
   *
   * @param nanoTime wall clock in nanoseconds
   * @param events receives a line for each injected fault
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

  /**
   * Records the snapshot of a cycle, which marks earlier faults as recovered, and injects the
   * faults due after it.
   */
  public synchronized void cycleOver(String policy, int cycle) {
    for (var progress : all) {
      if (!progress.hasStruck) {
        if (cycle >= progress.fault.afterCycle()) {
          strike(progress, policy);
        }
      } else if (progress.recoveredNanos == NEVER && isAfter(progress, policy, cycle)) {
        progress.recoveredNanos = nanoTime.getAsLong() - progress.struckAt;
      }
    }
  }

  /**
   * Returns whether a cycle is later than the cycle of the fault. Several organizations report the
   * same cycle.
   */
  private static boolean isAfter(FaultProgress progress, String policy, int cycle) {
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
    events.accept("fault %s hits JVM %d".formatted(fault, jvm));
  }

  /** Records that a JVM was detected as unreachable. */
  public synchronized void unreachable(int jvm) {
    for (var progress : all) {
      if (progress.hasStruck && progress.jvm == jvm && progress.noticedNanos == NEVER) {
        progress.noticedNanos = nanoTime.getAsLong() - progress.struckAt;
      }
    }
  }

  /** Returns the outcomes so far, in the order of the injection of the faults. */
  public synchronized List<FaultReport> reports() {
    return all.stream().map(FaultProgress::report).toList();
  }
}
