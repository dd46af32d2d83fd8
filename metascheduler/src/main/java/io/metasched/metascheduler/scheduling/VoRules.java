package io.metasched.metascheduler.scheduling;

/**
 * The rules of a virtual organization for its cycles.
 *
 * @param granularityTicks lengths of parts are multiples of it, at least 1
 * @param horizonTicks how far ahead of its snapshot a cycle plans
 * @param planningTicks time between a cycle's snapshot and its bookings
 * @param batchLimit most jobs in one cycle's batch, at least 1
 * @param noWindowCycles cycles in a row without any window after which a job is refused; {@link
 *     #NO_LIMIT} where none is refused for that
 * @param unlimitedAccounts whether users can always pay
 */
public record VoRules(
    long granularityTicks,
    long horizonTicks,
    long planningTicks,
    int batchLimit,
    int noWindowCycles,
    boolean unlimitedAccounts) {
  /** Any number of cycles. */
  public static final int NO_LIMIT = Integer.MAX_VALUE;

  /** Returns whether it is counted for how many cycles a job had no window. */
  boolean countsCyclesWithoutWindow() {
    return noWindowCycles != NO_LIMIT;
  }
}
