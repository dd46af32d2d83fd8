package io.metasched.lab.bench;

import java.util.SplittableRandom;

/**
 * Generator of requests for reservations, spread over a period so that all reservations together
 * take 70 % of the processors. Lengths are from ten minutes to a day and sizes from 1 to 1023
 * processors, both log-uniform. A request is ready at any second. A second has 1000 ticks.
 */
final class ScatteredRequests {
  static final int PROCESSORS = 10_000;
  static final long TICKS_PER_SECOND = 1000;
  static final long HOUR = 3600 * TICKS_PER_SECOND;
  private static final double LOAD = 0.7;
  private static final double LEAST_SECONDS = 600;
  private static final double MOST_SECONDS = 86_400;
  private static final double MOST_PROCESSORS = 1024;

  private final SplittableRandom random;
  private final long horizonSeconds;

  ScatteredRequests(int reservations, long seed) {
    random = new SplittableRandom(seed);
    double work = mean(LEAST_SECONDS, MOST_SECONDS) * mean(1, MOST_PROCESSORS);
    horizonSeconds = (long) Math.ceil(reservations * work / (LOAD * PROCESSORS));
  }

  private static double mean(double least, double most) {
    return (most - least) / Math.log(most / least);
  }

  long ready() {
    return random.nextLong(horizonSeconds) * TICKS_PER_SECOND;
  }

  long length() {
    return ((long) logUniform(LEAST_SECONDS, MOST_SECONDS)) * TICKS_PER_SECOND;
  }

  int processors() {
    return (int) logUniform(1, MOST_PROCESSORS);
  }

  int index(int count) {
    return random.nextInt(count);
  }

  private double logUniform(double least, double most) {
    return least * Math.exp(random.nextDouble() * Math.log(most / least));
  }
}
