package io.metasched.simulation.cluster.fault;

import io.metasched.simulation.cluster.config.Role;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Has the faults of a run strike, and measures what comes of them. Each strikes once, in the first
 * policy that gets so far. Thread-safe: whoever tells of a cycle waits until the faults behind it
 * have struck.
 */
public final class Faults {
  private static final long NEVER = -1;

  /** The JVMs of a run, as a fault sees them. */
  public interface Targets {
    /** The highest number with a role, of those that are still there. */
    OptionalInt highest(Role role);

    /** It is gone at once. */
    void kill(int jvm);

    /** It stands still. */
    void pause(int jvm);

    /** It goes on; nothing happens to one that is gone. */
    void resume(int jvm);

    /** It loses its messages for so long. */
    void loseMessages(int jvm, Duration duration);
  }

  /** Has things done later. */
  @FunctionalInterface
  public interface Later {
    void after(Duration duration, Runnable then);
  }

  private static final class Course {
    final Fault fault;
    int jvm;
    String policy = "";
    boolean hasStruck;
    long struckAt;
    long noticedNanos = NEVER;
    long recoveredNanos = NEVER;

    Course(Fault fault) {
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

  private final List<Course> courses;
  private final Targets targets;
  private final Later later;
  private final LongSupplier nanoTime;
  private final Consumer<String> events;

  /**
   * None has struck yet.
   *
   * @param nanoTime the clock of the wall
   * @param events is told of each stroke in a line
   */
  public Faults(
      List<Fault> faults,
      Targets targets,
      Later later,
      LongSupplier nanoTime,
      Consumer<String> events) {
    courses = Fault.inOrder(faults).stream().map(Course::new).toList();
    this.targets = targets;
    this.later = later;
    this.nanoTime = nanoTime;
    this.events = events;
  }

  /** The snapshot of a cycle has been taken, so whatever was struck before has recovered. */
  public synchronized void cycleOver(String policy, int cycle) {
    for (var course : courses) {
      if (!course.hasStruck) {
        if (cycle >= course.fault.afterCycle()) {
          strike(course, policy);
        }
      } else if (course.recoveredNanos == NEVER && isBehind(course, policy, cycle)) {
        course.recoveredNanos = nanoTime.getAsLong() - course.struckAt;
      }
    }
  }

  /** Several organizations tell of one cycle. */
  private static boolean isBehind(Course course, String policy, int cycle) {
    return cycle > course.fault.afterCycle() || !policy.equals(course.policy);
  }

  private void strike(Course course, String policy) {
    var fault = course.fault;
    var found = targets.highest(fault.role());
    if (found.isEmpty()) {
      return;
    }
    int jvm = found.getAsInt();
    course.jvm = jvm;
    course.policy = policy;
    course.hasStruck = true;
    course.struckAt = nanoTime.getAsLong();
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
    for (var course : courses) {
      if (course.hasStruck && course.jvm == jvm && course.noticedNanos == NEVER) {
        course.noticedNanos = nanoTime.getAsLong() - course.struckAt;
      }
    }
  }

  /** What has come of them so far, in the order in which they strike. */
  public synchronized List<FaultReport> reports() {
    return courses.stream().map(Course::report).toList();
  }
}
