package io.metasched.service.http;

import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Enforced pauses between drains that revoke sold time. Each such drain writes an event for each
 * job on the node, and the jobs may be booked on the node again as soon as it is resumed. After the
 * first few drains, the pause doubles with each drain.
 */
final class GiveBacks {
  private static final int FREE = 3;
  private static final Duration FIRST = Duration.ofMinutes(1);
  private static final int MOST_DOUBLINGS = 11; // more than a day
  private static final Duration LONGEST = Duration.ofDays(1);
  private static final Duration FORGOTTEN = Duration.ofDays(2);

  private final Map<String, Taken> nodes = new ConcurrentHashMap<>();

  /** Number of such drains of a node, and time of the last one. */
  private record Taken(int times, Instant last) {
    Instant next() {
      if (times < FREE) {
        return last;
      }
      var pause = FIRST.multipliedBy(1L << Math.min(times - FREE, MOST_DOUBLINGS));
      return last.plus(pause.compareTo(LONGEST) < 0 ? pause : LONGEST);
    }
  }

  /**
   * Counts a drain.
   *
   * @throws Problem if the pause since the last drain was too short
   */
  void count(String node, Instant now) {
    nodes.compute(
        node,
        (name, taken) -> {
          if (taken == null || now.isAfter(taken.last().plus(FORGOTTEN))) {
            return new Taken(1, now);
          }
          if (now.isBefore(taken.next())) {
            throw new Problem(
                ProblemType.TOO_MANY_REQUESTS,
                ("node %s was drained %d times with its bookings given back, and can be"
                        + " drained in this way again from %s; mode sellNothing is possible")
                    .formatted(node, taken.times(), taken.next()));
          }
          return new Taken(taken.times() + 1, now);
        });
  }
}
