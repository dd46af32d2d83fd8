package io.metasched.simulation.kernel;

import java.util.Locale;

/**
 * Expected memory and time of the runs of a scenario, estimated from its sizes and from
 * measurements of such runs. Growing queues, moved bookings and policies of plug-ins need more; the
 * estimate is not an upper bound.
 *
 * @param bytes memory of one run with all data read and generated for it
 * @param seconds processor time of all policies on the machine of docs/performance.md
 */
public record Expectation(long bytes, double seconds) {
  /** Factor by which an estimate may be too high. */
  private static final int CERTAINTY = 3;

  private static final double USABLE = 0.85; // of the heap; above it, the collector takes most time
  private static final double THROUGH_ACTORS =
      2; // factor of memory and time, compared with the engine

  /** Verdict on the available memory. */
  public enum Verdict {
    /** Enough memory. */
    FITS,
    /** Possibly too little memory, or much time spent in garbage collection. */
    TIGHT,
    /** Too little memory, even if the estimate is far too high. */
    IMPOSSIBLE
  }

  /** Returns the expectation of runs through actors. */
  public Expectation throughActors() {
    return new Expectation((long) (bytes * THROUGH_ACTORS), seconds * THROUGH_ACTORS);
  }

  /** Returns whether one run at a time fits into {@code memory} bytes. */
  public Verdict within(long memory) {
    if (bytes / CERTAINTY > memory) {
      return Verdict.IMPOSSIBLE;
    }
    return bytes > memory * USABLE ? Verdict.TIGHT : Verdict.FITS;
  }

  /**
   * Returns the number of parallel runs that fit into {@code memory} bytes: at least 1, at most
   * {@code threads}.
   */
  public int runsWithin(long memory, int threads) {
    return (int) Math.max(1, Math.min(threads, (long) (memory * USABLE) / Math.max(1, bytes)));
  }

  /** Returns the estimate as text. */
  public String words() {
    return ("about %s of memory for each policy that runs at the same time, and %s of processor"
            + " time in total")
        .formatted(memory(bytes), time());
  }

  /** Returns the message about a run for which there may be too little memory. */
  public String tooMuchFor(long memory) {
    long enough = Math.max(2, (long) Math.ceil(1.3 * bytes / (1 << 30)));
    return ("the run is expected to need %s, but %s of memory are available; give more"
            + " (METASCHED_JAVA_OPTS=-Xmx%dg) or make the scenario smaller")
        .formatted(words(), memory(memory), enough);
  }

  /** Returns a number of bytes as text. */
  public static String memory(long bytes) {
    double gibi = bytes / 0x1p30;
    return gibi < 0.95
        ? String.format(Locale.ROOT, "%.0f MiB", Math.max(10, Math.ceil(gibi * 102.4) * 10))
        : String.format(Locale.ROOT, "%.1f GiB", gibi);
  }

  private String time() {
    return seconds < 120
        ? String.format(Locale.ROOT, "%.0f s", Math.ceil(seconds))
        : String.format(Locale.ROOT, "%.0f min", Math.ceil(seconds / 60));
  }
}
