package io.metasched.resource.rectangles;

import io.metasched.resource.model.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A cluster whose elements differ in speed. Durations of requests are those on a standard element;
 * on a set of elements the duration is that of the slowest one.
 *
 * <p>For each speed, the fastest first, the elements that are at least so fast are searched for the
 * duration at that speed; the policy chooses among the answers as among starts, ties by start, then
 * for the faster elements. The elements of lowest index are taken, and where they happen to be
 * faster than they must be, the reservation ends sooner.
 *
 * <p>Source: only named as future work by the paper on parallel reservations.
 */
public final class HeterogeneousElements implements RectangleFinder {
  /** The speed of a standard element. */
  public static final int STANDARD_MILLI = 1000;

  private final AvailRectList list;
  private final int[] speedsMilli;
  private final List<SpeedClass> classes = new ArrayList<>();

  /** The elements that are at least so fast. */
  private record SpeedClass(int speedMilli, ElementSet elements) {}

  /**
   * Gives the elements of a cluster their speeds.
   *
   * @param speedsMilli of each element, in thousandths of a standard element's speed, at least 1
   * @throws IllegalArgumentException for another number of speeds, or one below 1
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

  /** Summed over the speeds. */
  @Override
  public int feasibleStarts(RectangleRequest request) {
    int starts = 0;
    for (var speed : classes) {
      starts += list.feasibleStarts(at(request, speed.speedMilli()), speed.elements());
    }
    return starts;
  }

  /** What stands in the way of the speed that came farthest, unless the request is no sound one. */
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

  /** The reservation as long as the slowest of the elements taken needs. */
  private RectangleAnswer ended(RectangleAnswer.Found found, RectangleRequest request) {
    var taken = found.reservation();
    int slowest = taken.elements().indices().map(i -> speedsMilli[i]).min().orElseThrow();
    var span = Span.of(taken.span().start(), durationTicks(request.durationTicks(), slowest));
    return new RectangleAnswer.Found(taken.over(span), found.rectangle());
  }

  /** A duration at some speed, rounded up; the greatest number where it would be none. */
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
