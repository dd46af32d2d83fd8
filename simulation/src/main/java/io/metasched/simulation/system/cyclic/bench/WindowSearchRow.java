package io.metasched.simulation.system.cyclic.bench;

import io.metasched.resource.model.Criterion;
import io.metasched.simulation.bench.Measurements;
import java.util.OptionalDouble;

/**
 * How long the search for windows of some parts takes by one criterion. Times are medians, in
 * nanoseconds, over all environments and requests.
 *
 * @param nodes nodes of each environment
 * @param slots mean number of their slots
 * @param parts parts of the windows
 * @param searches how many exact searches were measured
 * @param foundFraction share of the requests for which there is a window, 0 to 1
 * @param nanosPublished the published search, where there is one and it was measured
 * @param nanosExact the exact search, prepared, with the window it gives
 * @param nanosScan one pass over the slots
 * @param nanosPrepare ranking the offers for the first request
 * @param nanosPrepareNext ranking them for another volume, from the order of the last
 * @param bytesSearch what an exact search allocates that only says whether there is a window
 * @param bytesFind what it allocates with the window it gives
 */
record WindowSearchRow(
    int nodes,
    int slots,
    Criterion criterion,
    int parts,
    int searches,
    double foundFraction,
    OptionalDouble nanosPublished,
    double nanosExact,
    double nanosScan,
    double nanosPrepare,
    double nanosPrepareNext,
    double bytesSearch,
    double bytesFind) {

  OptionalDouble speedup() {
    return Measurements.ratio(nanosPublished, nanosExact);
  }

  double timesScan() {
    return nanosExact / nanosScan;
  }
}
