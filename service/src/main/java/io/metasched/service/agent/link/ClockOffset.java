package io.metasched.service.agent.link;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Optional;

/**
 * Clock offset between the service and an agent, measured by one exchange of messages. The error is
 * at most half of the travel time.
 *
 * @param offset duration to add to the agent's clock to get the service's clock
 * @param underWay travel time of both messages together
 */
public record ClockOffset(Duration offset, Duration underWay) {
  /** Difference of the clocks above which an offset is shown. */
  public static final Duration SHOWN = Duration.ofMillis(250);

  /**
   * Largest offset at which a node sells. With a larger offset, runs would not start and end at
   * their booked times.
   */
  public static final Duration MOST = Duration.ofSeconds(1);

  /**
   * Computes the offset from four timestamps.
   *
   * @param sent time of the request by the agent's clock
   * @param received time of its receipt by the service's clock
   * @param answered time of the reply by the service's clock
   * @param returned time of the reply's receipt by the agent's clock
   */
  static ClockOffset of(Instant sent, Instant received, Instant answered, Instant returned) {
    var there = Duration.between(sent, received);
    var back = Duration.between(returned, answered);
    var underWay = Duration.between(sent, returned).minus(Duration.between(received, answered));
    return new ClockOffset(there.plus(back).dividedBy(2), underWay);
  }

  /**
   * Returns whether to report the offset to an administrator. This is so if the clocks differ by
   * clearly more than the measurement error, or if the node may not sell.
   */
  public boolean isShown() {
    return least().compareTo(SHOWN) > 0 || !allowsSelling();
  }

  /** Returns whether a node with this clock offset may sell. */
  public boolean allowsSelling() {
    return offset.abs().compareTo(MOST) <= 0;
  }

  /** Returns the least possible difference of the clocks. Slow messages lower this bound. */
  private Duration least() {
    return underWay.isNegative() ? offset.abs() : offset.abs().minus(underWay.dividedBy(2));
  }

  /**
   * Last measurements, of which the measurement with the shortest travel time is the most accurate.
   */
  static final class Readings {
    private static final int KEPT = 8;

    private final Deque<ClockOffset> last = new ArrayDeque<>();

    void add(ClockOffset reading) {
      // a clock was set in between: earlier measurements are invalid
      best()
          .filter(
              best ->
                  best.offset()
                          .minus(reading.offset())
                          .abs()
                          .compareTo(best.underWay().plus(reading.underWay()).abs().plus(SHOWN))
                      > 0)
          .ifPresent(best -> last.clear());
      last.addLast(reading);
      if (last.size() > KEPT) {
        last.removeFirst();
      }
    }

    Optional<ClockOffset> best() {
      return last.stream().min(Comparator.comparing(ClockOffset::underWay));
    }
  }
}
