package io.metasched.metascheduler.queue;

import java.time.Duration;

/**
 * Money that an account has paid for jobs, of which less counts the longer ago it was paid: half of
 * it after a half-life. The amount decays in steps of a 64th of the half-life, so that it does not
 * depend on when it is read.
 *
 * @param milli amount at a tick, in 1/1000
 */
public record RecentUse(long milli, long tick) {
  /** Use of an account that has paid nothing. */
  public static final RecentUse NONE = new RecentUse(0, 0);

  private static final int STEPS = 64; // of a half-life

  /** Part of an amount that is left after a step, 2 to the power of -1/64, times 2 to the 63rd. */
  private static final long LEFT = 9_124_017_994_966_720_698L;

  /** Returns the amount at a later tick. */
  public long at(long later, Duration halfLife) {
    long step = Math.max(1, halfLife.toMillis() / STEPS);
    long left = milli;
    for (long steps = later / step - tick / step; steps > 0 && left > 0; steps--) {
      left = Math.multiplyHigh(left << 1, LEFT);
    }
    return left;
  }

  /** Returns a copy with a further payment. */
  public RecentUse plus(long paidMilli, long later, Duration halfLife) {
    return new RecentUse(Math.addExact(at(later, halfLife), paidMilli), Math.max(tick, later));
  }
}
