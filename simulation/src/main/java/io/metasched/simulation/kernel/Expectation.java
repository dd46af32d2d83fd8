package io.metasched.simulation.kernel;

import java.util.Locale;

/**
 * What the runs of a scenario are expected to take, estimated from its sizes and what such runs
 * were measured to take. Queues that grow, booked jobs that move and policies of plug-ins make it
 * more; it is no bound.
 *
 * @param bytes memory of one run with all that was read and generated for it
 * @param seconds processor time of all policies on the machine of docs/performance.md
 */
public record Expectation(long bytes, double seconds) {
  /** An estimate may be so many times too high. */
  private static final int CERTAINTY = 3;

  private static final double USABLE = 0.85; // of the heap, before the collector takes most time
  private static final double THROUGH_ACTORS = 2; // memory and time, beside the engine

  /** What memory there is means for it. */
  public enum Verdict {
    /** There is enough. */
    FITS,
    /** It may not be enough, or cost much time in the collector. */
    TIGHT,
    /** However wrong the estimate is, it is not enough. */
    IMPOSSIBLE
  }

  /** The same through actors. */
  public Expectation throughActors() {
    return new Expectation((long) (bytes * THROUGH_ACTORS), seconds * THROUGH_ACTORS);
  }

  /** Whether one run at a time fits into so much memory. */
  public Verdict within(long memory) {
    if (bytes / CERTAINTY > memory) {
      return Verdict.IMPOSSIBLE;
    }
    return bytes > memory * USABLE ? Verdict.TIGHT : Verdict.FITS;
  }

  /** How many runs at a time fit into so much memory: at least 1, at most {@code threads}. */
  public int runsWithin(long memory, int threads) {
    return (int) Math.max(1, Math.min(threads, (long) (memory * USABLE) / Math.max(1, bytes)));
  }

  /** The estimate in words. */
  public String words() {
    return "about %s of memory for each policy that runs at a time, and %s of processor time in all"
        .formatted(memory(bytes), time());
  }

  /** What to say of a run for which there may be too little memory. */
  public String tooMuchFor(long memory) {
    long enough = Math.max(2, (long) Math.ceil(1.3 * bytes / (1 << 30)));
    return "the run is expected to take %s, but there are %s; give more (METASCHED_JAVA_OPTS=-Xmx%dg) or make the scenario smaller"
        .formatted(words(), memory(memory), enough);
  }

  /** So many bytes for a reader. */
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
