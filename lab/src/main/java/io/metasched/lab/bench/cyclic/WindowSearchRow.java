package io.metasched.lab.bench.cyclic;

import io.metasched.lab.bench.Measurements;
import io.metasched.resource.model.Criterion;
import java.util.OptionalDouble;

/**
 * Times of the search for windows by one criterion. Times are medians, in nanoseconds, over all
 * environments and requests.
 *
 * @param nodes number of nodes of each environment
 * @param slots mean number of slots
 * @param parts number of parts of the windows
 * @param searches number of measured exact searches
 * @param foundFraction share of the requests for which there is a window, 0 to 1
 * @param nanosPublished time of the published search, if there is one and it was measured
 * @param nanosExact time of the exact search, prepared, including the resulting window
 * @param nanosScan time of one pass over the slots
 * @param nanosPrepare time to rank the offers for the first request
 * @param nanosPrepareNext time to rank the offers for another volume, from the previous order
 * @param bytesSearch allocation of an exact search that only determines whether there is a window
 * @param bytesFind allocation of an exact search including the resulting window
 */
record WindowSearchRow(
    int nodes,
    int slots,
    Criterion criterion,
    int parts,
    long searches,
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
