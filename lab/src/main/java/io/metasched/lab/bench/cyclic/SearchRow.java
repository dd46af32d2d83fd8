package io.metasched.lab.bench.cyclic;

import io.metasched.lab.bench.Measurements;
import io.metasched.lab.bench.cyclic.ActorsBenchSize.Spread;
import org.HdrHistogram.Histogram;

/**
 * Speed of searches distributed over domains.
 *
 * @param slots number of slots
 * @param spare number of parts per domain that may be taken before an answer no longer suffices
 * @param criterion criterion minimised by the windows, or {@link #MIXED}
 * @param searches number of measured searches
 * @param ratio median divided by the median of the same searches in one table
 * @param slotsShipped mean number of slots that the domains sent for a search
 */
record SearchRow(
    Spread spread,
    int slots,
    int spare,
    String criterion,
    long searches,
    double searchesPerSecond,
    double p50Micros,
    double p99Micros,
    double mergedP50Micros,
    double mergedP99Micros,
    double ratio,
    double slotsShipped,
    double openP50Micros,
    double openP99Micros) {
  /** Criterion of a row of searches by all criteria. */
  static final String MIXED = "mixed";

  private static final double MEDIAN = 50;
  private static final double MOST = 99;

  static SearchRow of(
      Spread spread,
      int slots,
      int spare,
      String criterion,
      SearchTiming timing,
      Histogram opening) {
    return new SearchRow(
        spread,
        slots,
        spare,
        criterion,
        timing.fanned.getTotalCount(),
        timing.searchesPerSecond(),
        Measurements.micros(timing.fanned, MEDIAN),
        Measurements.micros(timing.fanned, MOST),
        Measurements.micros(timing.merged, MEDIAN),
        Measurements.micros(timing.merged, MOST),
        Measurements.micros(timing.fanned, MEDIAN) / Measurements.micros(timing.merged, MEDIAN),
        timing.slotsShipped(),
        Measurements.micros(opening, MEDIAN),
        Measurements.micros(opening, MOST));
  }
}
