package io.metasched.resource.rectangles;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Request that several shapes can meet, such as 8 elements for one hour or 4 elements for two
 * hours. Each shape is searched separately, and the policy selects one of the answers as it selects
 * a start. Of equal answers, the one with the earlier start wins, then the one with the earlier
 * shape.
 *
 * <p>Source: the paper on parallel reservations, which mentions it only as future work.
 *
 * @param ready earliest start
 * @param deadline tick by which the reservation ends
 * @param shapes the shapes, at least one
 */
public record MalleableRequest(long ready, long deadline, List<Shape> shapes) {

  /**
   * @throws IllegalArgumentException if there are no shapes
   */
  public MalleableRequest {
    shapes = List.copyOf(shapes);
    if (shapes.isEmpty()) {
      throw new IllegalArgumentException("a request needs a shape");
    }
  }

  /**
   * Number of elements and duration that meet a request.
   *
   * @param elements number of elements
   * @param durationTicks duration in ticks
   */
  public record Shape(int elements, long durationTicks) {}

  /**
   * Returns the best answer over the shapes; if every shape is refused, the refusal of the last
   * one.
   */
  public RectangleAnswer find(RectangleFinder finder, RectanglePolicy policy) {
    RectangleAnswer.@Nullable Found best = null;
    var reason = RectangleRefusal.NO_ELEMENTS;
    for (var shape : shapes) {
      var request = new RectangleRequest(ready, shape.durationTicks(), deadline, shape.elements());
      var answer = finder.find(request, policy);
      if (answer instanceof RectangleAnswer.Found found) {
        if (best == null || found.isBetter(best, policy)) {
          best = found;
        }
      } else if (answer instanceof RectangleAnswer.Refused refused) {
        reason = refused.reason().compareTo(reason) > 0 ? refused.reason() : reason;
      }
    }
    return best == null ? new RectangleAnswer.Refused(reason) : best;
  }

  /** Returns the best answer, and the number of feasible starts over all shapes. */
  public RectangleChoice choose(RectangleFinder finder, RectanglePolicy policy) {
    if (shapes.size() == 1 && finder instanceof AvailRectList) {
      var counting = new CountingPolicy(policy); // one search yields both
      var answer = find(finder, counting.policy());
      return new RectangleChoice(answer, counting.feasibleStarts());
    }
    int starts = 0;
    for (var shape : shapes) {
      starts +=
          finder.feasibleStarts(
              new RectangleRequest(ready, shape.durationTicks(), deadline, shape.elements()));
    }
    return new RectangleChoice(find(finder, policy), starts);
  }
}
