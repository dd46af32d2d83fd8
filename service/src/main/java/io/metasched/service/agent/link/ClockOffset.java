package io.metasched.service.agent.link;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Optional;

/**
 * How far the clock of the service is ahead of that of an agent, as one exchange of messages shows
 * it. It is off by half of the time under way at most.
 *
 * @param offset to be added to the agent's clock to get that of the service
 * @param underWay how long both messages travelled together
 */
public record ClockOffset(Duration offset, Duration underWay) {
  /** From here on an offset is shown. */
  public static final Duration SHOWN = Duration.ofMillis(250);

  /** Beyond it, a node sells nothing: its starts and ends would not be when they were booked. */
  public static final Duration MOST = Duration.ofSeconds(1);

  /**
   * From four time stamps.
   *
   * @param sent by the agent's clock
   * @param received by that of the service
   * @param answered by that of the service
   * @param heard by the agent's clock
   */
  static ClockOffset of(Instant sent, Instant received, Instant answered, Instant heard) {
    var there = Duration.between(sent, received);
    var back = Duration.between(heard, answered);
    var underWay = Duration.between(sent, heard).minus(Duration.between(received, answered));
    return new ClockOffset(there.plus(back).dividedBy(2), underWay);
  }

  /** Whether an administrator should know: the clocks differ for certain, or nothing is sold. */
  public boolean isShown() {
    return least().compareTo(SHOWN) > 0 || !allowsSelling();
  }

  /** Whether a node with this clock may sell: not if it could be off by more than the limit. */
  public boolean allowsSelling() {
    return offset.abs().compareTo(MOST) <= 0;
  }

  /** Returns the least distance of the clocks: messages that were slow prove less. */
  private Duration least() {
    return underWay.isNegative() ? offset.abs() : offset.abs().minus(underWay.dividedBy(2));
  }

  /** The last readings, of which the one that travelled least says most. */
  static final class Readings {
    private static final int KEPT = 8;

    private final Deque<ClockOffset> last = new ArrayDeque<>();

    void add(ClockOffset reading) {
      // a clock was set in between: what was read before is of no use any more
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
