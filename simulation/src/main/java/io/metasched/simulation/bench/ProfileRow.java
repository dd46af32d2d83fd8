package io.metasched.simulation.bench;

import io.metasched.simulation.bench.ProfileMeasure.Structure;

/**
 * How fast one structure is with so many reservations in it.
 *
 * @param entries slots that it keeps
 * @param changes how many reservations were released and added anew
 * @param buildMillis median of building it at once from sorted starts and ends
 * @param addsPerSecond searches for the earliest start, each with the hold found
 */
record ProfileRow(
    int reservations,
    Structure structure,
    int entries,
    int changes,
    double buildMillis,
    double addsPerSecond,
    double holdMicrosP50,
    double fitMicrosP50,
    double fitMicrosP99,
    double wholeFitMicrosP50,
    double releaseMicrosP50,
    double releaseMicrosP99) {
  double addMicros() {
    return 1e6 / addsPerSecond;
  }
}
