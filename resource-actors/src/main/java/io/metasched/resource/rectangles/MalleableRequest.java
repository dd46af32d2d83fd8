package io.metasched.resource.rectangles;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request that several shapes can meet, such as 8 elements for an hour or 4 for two. Each is
 * searched by itself, and the policy chooses among the answers as among starts; ties by start, then
 * in the order of the shapes.
 *
 * <p>Source: only named as future work by the paper on parallel reservations.
 *
 * @param ready earliest start
 * @param deadline by when the elements are no longer needed
 * @param shapes the shapes, at least one
 */
public record MalleableRequest(long ready, long deadline, List<Shape> shapes) {

  /**
   * Copies the shapes.
   *
   * @throws IllegalArgumentException if there are none
   */
  public MalleableRequest {
    shapes = List.copyOf(shapes);
    if (shapes.isEmpty()) {
      throw new IllegalArgumentException("a request needs a shape");
    }
  }

  /**
   * One way to meet a request.
   *
   * @param elements how many
   * @param durationTicks for how long
   */
  public record Shape(int elements, long durationTicks) {}

  /** The best answer over the shapes; without any, the last of the reasons. */
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

  /** The best answer, and how many starts there were over all shapes. */
  public RectangleChoice choose(RectangleFinder finder, RectanglePolicy policy) {
    if (shapes.size() == 1 && finder instanceof AvailRectList) {
      var counting = new CountingPolicy(policy); // one search does for both
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
