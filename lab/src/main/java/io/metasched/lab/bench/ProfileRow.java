package io.metasched.lab.bench;

/**
 * Speed of one structure that holds {@code reservations} reservations.
 *
 * @param entries number of slots in the structure
 * @param changes number of measured searches for a start
 * @param buildMillis median time of building the structure in one pass from sorted starts and ends
 * @param addsPerSecond additions per second, each a search for the earliest start and a hold at
 *     that start
 */
record ProfileRow(
    int reservations,
    ProfileStructure structure,
    int entries,
    long changes,
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
