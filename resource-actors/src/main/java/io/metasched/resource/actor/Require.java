package io.metasched.resource.actor;

import io.metasched.resource.model.JobId;
import java.util.List;
import java.util.TreeSet;

/** Checks of the fields of messages; each throws {@link IllegalArgumentException}. */
public final class Require {
  private Require() {}

  public static void tick(String name, long tick) {
    atLeast(name, 0, tick);
  }

  /**
   * Checks that a number is not below its minimum.
   *
   * @param name name of the field
   * @throws IllegalArgumentException if the number is below the minimum
   */
  public static void atLeast(String name, long least, long value) {
    if (value < least) {
      throw new IllegalArgumentException(
          "%s must be at least %d, but is %d".formatted(name, least, value));
    }
  }

  static void atMost(String name, long most, long value) {
    if (value > most) {
      throw new IllegalArgumentException(
          "%s must be at most %d, but is %d".formatted(name, most, value));
    }
  }

  /** Checks that a hold expires after the current tick. */
  public static void lapse(long nowTick, long lapseTick) {
    tick("nowTick", nowTick);
    if (lapseTick <= nowTick) {
      throw new IllegalArgumentException(
          "lapseTick must be later than nowTick %d, but is %d".formatted(nowTick, lapseTick));
    }
  }

  /** Checks the nodes of one command: at least one, none twice. */
  static void distinct(List<Integer> nodes) {
    distinct("node", nodes);
  }

  /**
   * Checks the jobs of one command: at least one, none twice.
   *
   * @throws IllegalArgumentException if there is none, or one twice
   */
  public static void differentJobs(List<JobId> jobs) {
    distinct("job", jobs);
  }

  private static <T extends Comparable<T>> void distinct(String kind, List<T> all) {
    if (all.isEmpty()) {
      throw new IllegalArgumentException("at least one %s is needed".formatted(kind));
    }
    var seen = new TreeSet<T>();
    for (var each : all) {
      if (!seen.add(each)) {
        throw new IllegalArgumentException("%s %s is named twice".formatted(kind, each));
      }
    }
  }
}
