package io.metasched.lab.bench.rectangles;

import io.metasched.resource.rectangles.RectangleRequest;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Random requests, spread over a period so that the given number of requests takes 70 % of the
 * elements. Requests have the six durations of the paper on parallel reservations, as often as
 * users of the LANL CM-5 requested each duration. The numbers of elements are log-uniform from 1 to
 * an eighth of all elements. A request is ready at any second, with a deadline up to three
 * durations later. A second has 1000 ticks.
 */
final class ScatteredReservations {
  private static final long TICKS_PER_SECOND = 1000;
  private static final double LOAD = 0.7;
  private static final List<Integer> SECONDS = List.of(60, 300, 900, 1800, 3600, 10_800);

  /** Frequency of each duration per 10,000 requests. */
  private static final List<Integer> SHARES = List.of(664, 3335, 552, 668, 3689, 1092);

  private static final int ALL_SHARES = 10_000;
  private static final double MOST_SHARE = 0.125;
  private static final double DEADLINE_FACTOR = 3;

  private final SplittableRandom random;
  private final long horizonSeconds;
  private final double mostElements;

  ScatteredReservations(int elements, int reservations, long seed) {
    random = new SplittableRandom(seed);
    mostElements = elements * MOST_SHARE + 1;
    double seconds = 0;
    for (int i = 0; i < SECONDS.size(); i++) {
      seconds += (double) SECONDS.get(i) * SHARES.get(i) / ALL_SHARES;
    }
    double mean = (mostElements - 1) / Math.log(mostElements);
    horizonSeconds = (long) Math.ceil(reservations * seconds * mean / (LOAD * elements));
  }

  RectangleRequest next() {
    long ready = random.nextLong(horizonSeconds) * TICKS_PER_SECOND;
    long duration = seconds() * TICKS_PER_SECOND;
    long slack = Math.round(DEADLINE_FACTOR * random.nextDouble() * duration);
    return new RectangleRequest(ready, duration, ready + duration + slack, size());
  }

  int index(int count) {
    return random.nextInt(count);
  }

  private int seconds() {
    int left = random.nextInt(ALL_SHARES);
    int at = 0;
    while (left >= SHARES.get(at)) {
      left -= SHARES.get(at);
      at++;
    }
    return SECONDS.get(at);
  }

  private int size() {
    return (int) Math.exp(random.nextDouble() * Math.log(mostElements));
  }
}
