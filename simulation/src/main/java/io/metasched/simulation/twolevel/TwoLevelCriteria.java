package io.metasched.simulation.twolevel;

/**
 * The three criteria of the hierarchical reservation paper.
 *
 * @param utilisation U: sum of (processors x run) of a provider over its processors x the time from
 *     the first submission to the last end of all jobs; the mean over the providers
 * @param meanFlow F: mean of (end - submission) over the jobs that ran, in seconds
 * @param meanTardiness D: mean of max(0, end - due) over the reservations that ran, in seconds, by
 *     the end of what was reserved; 0 without any
 * @param reservations how many reservations were asked for
 * @param refused how many of them were refused
 * @param stopped how many of them ended before their jobs were done; of these the run is what was
 *     reserved
 */
public record TwoLevelCriteria(
    double utilisation,
    double meanFlow,
    double meanTardiness,
    int reservations,
    int refused,
    int stopped) {
  private static final double TICKS_PER_SECOND = 1000;

  /** The criteria of an outcome. */
  public static TwoLevelCriteria of(TwoLevelOutcome outcome) {
    double work = 0;
    double flow = 0;
    double tardiness = 0;
    long last = Long.MIN_VALUE;
    int ran = 0;
    int reservations = 0;
    int placed = 0;
    int stopped = 0;
    for (int i = 0; i < outcome.jobs().size(); i++) {
      var job = outcome.jobs().get(i);
      reservations += job.reservation().isPresent() ? 1 : 0;
      if (outcome.placements().get(i).isPresent()) {
        var placement = outcome.placements().get(i).get();
        work += (double) job.processors() * (placement.endTick() - placement.startTick());
        flow += placement.endTick() - job.submitTick();
        last = Math.max(last, placement.endTick());
        stopped += placement.stopped() ? 1 : 0;
        ran++;
      }
      if (outcome.promises().get(i).isPresent()) {
        tardiness += outcome.promises().get(i).get().tardinessTicks();
        placed++;
      }
    }
    if (ran == 0) {
      return new TwoLevelCriteria(0, 0, 0, reservations, reservations, 0);
    }
    // providers are of one size, so the mean over them is the whole
    double capacity =
        (double) outcome.providers()
            * outcome.processors()
            * (last - outcome.jobs().get(0).submitTick());
    return new TwoLevelCriteria(
        work / capacity,
        flow / ran / TICKS_PER_SECOND,
        placed == 0 ? 0 : tardiness / placed / TICKS_PER_SECOND,
        reservations,
        reservations - placed,
        stopped);
  }
}
