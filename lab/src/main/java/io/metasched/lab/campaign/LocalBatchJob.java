package io.metasched.lab.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Job of a local user of a site. Most jobs end long before their limit.
 *
 * @param pauseMillis pause before its submission, in milliseconds
 * @param nodes numbers of its nodes at the site, from 1
 * @param limitMinutes time limit
 * @param runMillis run time, if the site does not end it earlier
 */
record LocalBatchJob(long pauseMillis, List<Integer> nodes, int limitMinutes, long runMillis) {
  private static final double MEAN_PAUSE = 1500;
  private static final double MEAN_RUN = 3000;

  /** Draws a job of a site with some nodes. */
  static LocalBatchJob draw(RandomGenerator random, int nodes) {
    int first = 1 + random.nextInt(nodes);
    var needed = new ArrayList<>(List.of(first));
    if (random.nextInt(4) == 0) {
      needed.add(1 + first % nodes);
    }
    boolean overruns = random.nextInt(40) == 0;
    return new LocalBatchJob(
        Math.round(MEAN_PAUSE * random.nextExponential()),
        List.copyOf(needed),
        overruns ? 1 : 1 + random.nextInt(3),
        overruns ? 100_000 : 500 + Math.round(MEAN_RUN * random.nextExponential()));
  }
}
