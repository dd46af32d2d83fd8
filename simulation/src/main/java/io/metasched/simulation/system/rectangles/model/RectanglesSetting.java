package io.metasched.simulation.system.rectangles.model;

import io.metasched.resource.rectangles.HeterogeneousElements;
import io.metasched.resource.rectangles.MalleableRequest;
import io.metasched.resource.rectangles.MalleableRequest.Shape;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * Multiprocessor, and the shapes in which it may serve a request.
 *
 * @param elements number of elements
 * @param speeds groups of elements of equal speed, from element 0 on; empty if all are standard
 *     elements
 * @param shapesMilli factors of a request's number of elements besides 1, in thousandths; its
 *     duration is divided by the factor
 */
public record RectanglesSetting(int elements, List<SpeedGroup> speeds, List<Integer> shapesMilli) {

  /**
   * Group of elements of equal speed.
   *
   * @param count number of elements
   * @param speedMilli speed in thousandths of a standard element's speed
   */
  public record SpeedGroup(int count, int speedMilli) {
    /** Returns a text such as {@code 512 x 1.5}. */
    @Override
    public String toString() {
      return count + " x " + BigDecimal.valueOf(speedMilli, 3).stripTrailingZeros().toPlainString();
    }
  }

  /**
   * @throws IllegalArgumentException for groups that do not cover all elements, or numbers below 1
   */
  public RectanglesSetting {
    speeds = List.copyOf(speeds);
    shapesMilli = List.copyOf(shapesMilli);
    long grouped = speeds.stream().mapToLong(SpeedGroup::count).sum();
    if (elements < 1 || (!speeds.isEmpty() && grouped != elements)) {
      throw new IllegalArgumentException(
          "the groups must have %d elements together, but have %d".formatted(elements, grouped));
    }
    if (speeds.stream().anyMatch(group -> group.count() < 1 || group.speedMilli() < 1)
        || shapesMilli.stream().anyMatch(milli -> milli < 1)) {
      throw new IllegalArgumentException(
          "counts, speeds and shapes must be at least 1, but are %s and %s"
              .formatted(speeds, shapesMilli));
    }
  }

  /** Creates a multiprocessor of equal elements, with requests of one shape. */
  public static RectanglesSetting of(int elements) {
    return new RectanglesSetting(elements, List.of(), List.of());
  }

  /** Returns the speed of each element; empty if all are standard elements. */
  public List<Integer> speedsMilli() {
    boolean isStandard =
        speeds.stream()
            .allMatch(group -> group.speedMilli() == HeterogeneousElements.STANDARD_MILLI);
    var each = new ArrayList<Integer>();
    for (var group : isStandard ? List.<SpeedGroup>of() : speeds) {
      for (int i = 0; i < group.count(); i++) {
        each.add(group.speedMilli());
      }
    }
    return each;
  }

  /** Returns the request that is sent to the multiprocessor, its own shape first. */
  public MalleableRequest malleable(ElementRequest request) {
    return new MalleableRequest(
        request.ready(), request.deadline(), shapes(request.elements(), request.durationTicks()));
  }

  /**
   * Returns the shapes of a request, its own first. Each number of elements occurs once, none
   * exceeds the multiprocessor, and the product of elements and duration is at least the product of
   * the first shape.
   */
  List<Shape> shapes(int asked, long durationTicks) {
    var shapes = new ArrayList<Shape>();
    shapes.add(new Shape(asked, durationTicks));
    for (int milli : shapesMilli) {
      long count =
          new BigDecimal(asked)
              .multiply(BigDecimal.valueOf(milli, 3))
              .setScale(0, RoundingMode.HALF_UP)
              .longValueExact();
      boolean isNew = shapes.stream().noneMatch(shape -> shape.elements() == count);
      if (isNew && count >= 1 && count <= elements) {
        shapes.add(new Shape((int) count, stretched(asked, durationTicks, count)));
      }
    }
    return shapes;
  }

  private static long stretched(int asked, long durationTicks, long count) {
    var work = BigInteger.valueOf(asked).multiply(BigInteger.valueOf(durationTicks));
    return work.add(BigInteger.valueOf(count - 1))
        .divide(BigInteger.valueOf(count))
        .longValueExact();
  }
}
