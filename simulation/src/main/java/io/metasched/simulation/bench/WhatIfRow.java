package io.metasched.simulation.bench;

import java.util.OptionalInt;

/**
 * What probes cost in one state of a cluster, in processor time.
 *
 * @param jobs how many are queued
 * @param backlogHours hours for which they would keep all processors busy
 * @param bookAheadHours from now to the earliest start of the requests; empty for all windows
 * @param plans how many the probes took, those with a job included
 * @param unchangedFraction of these, the fraction that equal the original plan
 * @param movedFraction of the queued jobs of all plans, the fraction that start at another tick
 *     than in the original plan
 * @param originalMillis median of making the original plan with its checkpoints
 * @param probeMillis mean of a probe once there is an original plan
 * @param scratchMillis mean of a probe that makes each plan from scratch
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

  /** How much faster the first probe of a state is, which makes the original plan. */
  double firstRatio() {
    return scratchMillis / (originalMillis + probeMillis);
  }

  /** How much faster each further probe is. */
  double ratio() {
    return scratchMillis / probeMillis;
  }
}
