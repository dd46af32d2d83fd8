package io.metasched.lab.bench.whatif;

import java.util.OptionalInt;

/**
 * Cost of probes in one state of a cluster.
 *
 * @param jobs number of queued jobs
 * @param backlogHours hours for which the queued jobs would keep all processors busy
 * @param bookAheadHours hours from now to the earliest start of the requests; empty for all windows
 * @param plans number of plans of the probes, including those with a job
 * @param unchangedFraction fraction of {@code plans} that equal the original plan
 * @param movedFraction fraction of the queued jobs of all plans that start at another tick than in
 *     the original plan
 * @param originalMillis median time of making the original plan with its checkpoints
 * @param probeMillis mean time of a probe after the original plan has been made
 * @param scratchMillis mean time of a probe that makes each plan from scratch
 */
record WhatIfRow(
    int jobs,
    int backlogHours,
    OptionalInt bookAheadHours,
    int processors,
    int plans,
    double unchangedFraction,
    double movedFraction,
    double originalMillis,
    double probeMillis,
    double scratchMillis) {

  boolean isOfAllWindows() {
    return bookAheadHours.isEmpty();
  }

  /** Returns the speed-up of the first probe of a state, which makes the original plan. */
  double firstRatio() {
    return scratchMillis / (originalMillis + probeMillis);
  }

  /** Returns the speed-up of each further probe. */
  double ratio() {
    return scratchMillis / probeMillis;
  }
}
