package io.metasched.resource.rectangles;

import io.metasched.resource.model.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Cluster whose elements differ in speed. Durations of requests refer to a standard element; on a
 * set of elements, the duration is determined by the slowest one.
 *
 * <p>For each speed, the fastest first, the elements of at least that speed are searched for the
 * duration at that speed. The policy selects one of the answers as it selects a start. Of equal
 * answers, the one with the earlier start wins, then the one with faster elements. The elements
 * with the lowest indices are taken. If they are faster than required, the reservation ends sooner.
 *
 * <p>Source: the paper on parallel reservations, which mentions it only as future work.
 */
public final class HeterogeneousElements implements RectangleFinder {
  /** Speed of a standard element. */
  public static final int STANDARD_MILLI = 1000;

  private final AvailRectList list;
  private final int[] speedsMilli;
  private final List<SpeedClass> classes = new ArrayList<>();

  /** Elements with at least the given speed. */
  private record SpeedClass(int speedMilli, ElementSet elements) {}

  /**
   * Creates a cluster from a list of availability and the speeds of its elements.
   *
   * @param speedsMilli speed of each element, in thousandths of a standard element's speed, at
   *     least 1
   * @throws IllegalArgumentException if the number of speeds differs from the number of elements,
   *     or a speed is below 1
   */
  public HeterogeneousElements(AvailRectList list, List<Integer> speedsMilli) {
    if (speedsMilli.size() != list.elements()) {
      throw new IllegalArgumentException(
          "%d elements need as many speeds, but have %d"
              .formatted(list.elements(), speedsMilli.size()));
    }
    this.list = list;
    this.speedsMilli = speedsMilli.stream().mapToInt(Integer::intValue).toArray();
    for (int speed : speedsMilli.stream().distinct().sorted(Comparator.reverseOrder()).toList()) {
      if (speed < 1) {
        throw new IllegalArgumentException("a speed must be at least 1, but is " + speed);
      }
      var fast =
          IntStream.range(0, list.elements()).filter(i -> this.speedsMilli[i] >= speed).toArray();
      classes.add(new SpeedClass(speed, ElementSet.of(fast)));
    }
  }

  @Override
  public RectangleAnswer find(RectangleRequest request, RectanglePolicy policy) {
    RectangleAnswer.@Nullable Found best = null;
    var reason = RectangleRefusal.NO_SUCH_ELEMENTS;
    for (var speed : classes) {
      var answer = list.find(at(request, speed.speedMilli()), policy, speed.elements());
      if (answer instanceof RectangleAnswer.Found found) {
        if (best == null || found.isBetter(best, policy)) {
          best = found;
        }
      } else if (answer instanceof RectangleAnswer.Refused refused) {
        reason = later(reason, refused.reason());
      }
    }
    return best == null ? new RectangleAnswer.Refused(reason) : ended(best, request);
  }

  /** Returns the sum of the feasible starts over all speeds. */
  @Override
  public int feasibleStarts(RectangleRequest request) {
    int starts = 0;
    for (var speed : classes) {
      starts += list.feasibleStarts(at(request, speed.speedMilli()), speed.elements());
    }
    return starts;
  }

  /**
   * Returns the refusal of the search that reached the later stage; {@code other} if the request
   * itself is invalid.
   */
  private static RectangleRefusal later(RectangleRefusal one, RectangleRefusal other) {
    boolean unsound = other.compareTo(RectangleRefusal.NO_SUCH_ELEMENTS) < 0;
    return unsound || other.compareTo(one) > 0 ? other : one;
  }

  private static RectangleRequest at(RectangleRequest request, int speedMilli) {
    return new RectangleRequest(
        request.ready(),
        durationTicks(request.durationTicks(), speedMilli),
        request.deadline(),
        request.elements());
  }

  /** Shortens the reservation to the duration on the slowest of the elements taken. */
  private RectangleAnswer ended(RectangleAnswer.Found found, RectangleRequest request) {
    var taken = found.reservation();
    int slowest = taken.elements().indices().map(i -> speedsMilli[i]).min().orElseThrow();
    var span = Span.of(taken.span().start(), durationTicks(request.durationTicks(), slowest));
    return new RectangleAnswer.Found(taken.over(span), found.rectangle());
  }

  /** Returns the duration at {@code speedMilli}, rounded up; {@link Long#MAX_VALUE} on overflow. */
  private static long durationTicks(long standardTicks, int speedMilli) {
    if (standardTicks < 1) {
      return standardTicks;
    }
    long whole = standardTicks / speedMilli;
    if (whole >= Long.MAX_VALUE / STANDARD_MILLI) {
      return Long.MAX_VALUE;
    }
    long rest = standardTicks % speedMilli * STANDARD_MILLI;
    return Math.addExact(whole * STANDARD_MILLI, (rest + speedMilli - 1) / speedMilli);
  }
}
