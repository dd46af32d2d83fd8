package io.metasched.metascheduler.deployment;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Clock of the running time of a JVM. The clock stops while the JVM does not run: during garbage
 * collection, during a pause, or while it waits for a core. It also measures the load of the
 * machine. Timeouts that decide whether other JVMs are lost use this clock, so that pauses of this
 * JVM do not count as silence of the others. Thread-safe.
 */
public final class RunningTime {
  private static final long TICK = TimeUnit.MILLISECONDS.toNanos(100);

  /**
   * Longest interval between ticks; after a longer interval, the JVM is considered to have paused.
   */
  private static final long LONGEST = 4 * TICK;

  private static final int TICKS_BETWEEN_LOADS = 50;

  /** Half-life of observations in ticks: 20 s. */
  private static final double HALF_LIFE = 200;

  /** Number of runnable threads per core up to which the machine counts as idle enough. */
  private static final double USUAL_PER_CORE = 4;

  private static final long WORTH_SAYING = TimeUnit.SECONDS.toNanos(2);

  private final LongSupplier nanoTime;
  private final DoubleSupplier perCore;
  private long last;
  private long ran;
  private long stoodStill;
  private double recentlyRan;
  private double recentlyStill;
  private double load = 1;
  private double highestLoad = 1;
  private int ticks;

  private static final class OfThisJvm {
    private static final RunningTime TIME = started();

    private static RunningTime started() {
      var system = ManagementFactory.getOperatingSystemMXBean();
      var time =
          new RunningTime(
              System::nanoTime,
              () -> system.getSystemLoadAverage() / system.getAvailableProcessors());
      var thread = new Thread(time::countTicks, "running-time");
      thread.setDaemon(true);
      thread.start();
      return time;
    }
  }

  /**
   * Creates a clock that the caller must tick.
   *
   * @param nanoTime a wall clock
   * @param perCore number of runnable threads per core; negative if unknown
   */
  RunningTime(LongSupplier nanoTime, DoubleSupplier perCore) {
    this.nanoTime = nanoTime;
    this.perCore = perCore;
    last = nanoTime.getAsLong();
  }

  /** Returns the clock of this JVM. */
  public static RunningTime ofThisJvm() {
    return OfThisJvm.TIME;
  }

  private void countTicks() {
    try {
      while (true) {
        TimeUnit.NANOSECONDS.sleep(TICK);
        tick();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Advances the clock; must be called every 100 ms. */
  synchronized void tick() {
    long now = nanoTime.getAsLong();
    long passed = now - last;
    long running = Math.min(passed, LONGEST);
    last = now;
    ran += running;
    stoodStill += passed - running;
    double kept = Math.pow(0.5, passed / (HALF_LIFE * TICK));
    recentlyRan = kept * recentlyRan + running;
    recentlyStill = kept * recentlyStill + (passed - running);
    if (ticks++ % TICKS_BETWEEN_LOADS == 0) {
      load = Math.max(1, perCore.getAsDouble());
      highestLoad = Math.max(highestLoad, load);
    }
  }

  /** Returns the running time of the JVM in nanoseconds, from an arbitrary origin. */
  public synchronized long nanos() {
    return ran + Math.min(nanoTime.getAsLong() - last, LONGEST);
  }

  /**
   * Returns the factor by which operations take longer than usual, as far as this JVM can observe.
   * The factor is 1 on a machine with enough cores, and greater if the JVM has paused recently or
   * many threads compete for a core.
   */
  public synchronized double slowdown() {
    double ofPauses = recentlyRan == 0 ? 1 : (recentlyRan + recentlyStill) / recentlyRan;
    return Math.max(ofPauses, load / USUAL_PER_CORE);
  }

  /** Returns an addition to error messages if the machine was too busy or the JVM paused. */
  public synchronized Optional<String> problem() {
    boolean wasBusy = highestLoad > USUAL_PER_CORE;
    if (!wasBusy && stoodStill < WORTH_SAYING) {
      return Optional.empty();
    }
    var signs = new ArrayList<String>();
    if (stoodStill >= WORTH_SAYING) {
      signs.add(
          "this JVM was paused for %d s".formatted(TimeUnit.NANOSECONDS.toSeconds(stoodStill)));
    }
    if (wasBusy) {
      signs.add(String.format(Locale.ROOT, "%.0f threads for each core", highestLoad));
    }
    return Optional.of("the machine was too busy: " + String.join(", ", signs));
  }
}
