package io.metasched.metascheduler.deployment;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * How long a JVM has run: a clock that stands still while the JVM does, whether it collects
 * garbage, was paused, or waits for a core. It also knows how busy the machine is. Time limits that
 * decide whether others are lost are measured by it, so that what this JVM slept through is not
 * held against them. Thread-safe.
 */
public final class RunningTime {
  private static final long TICK = TimeUnit.MILLISECONDS.toNanos(100);

  /** A tick that comes later than this has found the JVM standing still. */
  private static final long LONGEST = 4 * TICK;

  private static final int TICKS_BETWEEN_LOADS = 50;

  /** Half of what was seen counts no more after so many ticks: 20 s. */
  private static final double HALF_LIFE = 200;

  /** Up to so many threads that want a core, a machine is not too busy. */
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
      var thread = new Thread(time::tickForEver, "running-time");
      thread.setDaemon(true);
      thread.start();
      return time;
    }
  }

  /**
   * A clock that somebody has tick.
   *
   * @param nanoTime a wall clock
   * @param perCore how many threads want a core, for each core there is; negative where that is not
   *     known
   */
  RunningTime(LongSupplier nanoTime, DoubleSupplier perCore) {
    this.nanoTime = nanoTime;
    this.perCore = perCore;
    last = nanoTime.getAsLong();
  }

  /** That of this JVM. */
  public static RunningTime ofThisJvm() {
    return OfThisJvm.TIME;
  }

  private void tickForEver() {
    try {
      while (true) {
        TimeUnit.NANOSECONDS.sleep(TICK);
        tick();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Is due every 100 ms. */
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

  /** For how long the JVM has run, in nanoseconds from some beginning. */
  public synchronized long nanos() {
    return ran + Math.min(nanoTime.getAsLong() - last, LONGEST);
  }

  /**
   * By how much longer than usual things take, as far as this JVM can see: 1 on a machine that has
   * a core for whoever wants one, more where the JVM stood still lately or many want a core.
   */
  public synchronized double slowdown() {
    double ofPauses = recentlyRan == 0 ? 1 : (recentlyRan + recentlyStill) / recentlyRan;
    return Math.max(ofPauses, load / USUAL_PER_CORE);
  }

  /** What is to be said with an error if the machine was too busy or the JVM stood still. */
  public synchronized Optional<String> trouble() {
    boolean wasBusy = highestLoad > USUAL_PER_CORE;
    if (!wasBusy && stoodStill < WORTH_SAYING) {
      return Optional.empty();
    }
    var signs = new ArrayList<String>();
    if (stoodStill >= WORTH_SAYING) {
      signs.add(
          "this JVM stood still for %d s".formatted(TimeUnit.NANOSECONDS.toSeconds(stoodStill)));
    }
    if (wasBusy) {
      signs.add(String.format(Locale.ROOT, "%.0f threads for each core", highestLoad));
    }
    return Optional.of("the machine was too busy: " + String.join(", ", signs));
  }
}
