package io.metasched.simulation.system.rectangles;

import io.metasched.resource.rectangles.HeterogeneousElements;
import io.metasched.resource.rectangles.MalleableRequest;
import io.metasched.resource.rectangles.MalleableRequest.Shape;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * A multiprocessor, and which shapes of a request it may be met by.
 *
 * @param elements how many it has
 * @param speeds groups of elements of equal speed, from element 0 on; empty where all are standard
 *     ones
 * @param shapesMilli what the elements of a request may be multiplied by besides 1, in thousandths;
 *     its duration is as much shorter
 */
public record RectanglesSetting(int elements, List<SpeedGroup> speeds, List<Integer> shapesMilli) {

  /**
   * Elements of equal speed.
   *
   * @param count how many
   * @param speedMilli in thousandths of a standard element's speed
   */
  public record SpeedGroup(int count, int speedMilli) {
    /** Such as {@code 512 x 1.5}. */
    @Override
    public String toString() {
      return count + " x " + BigDecimal.valueOf(speedMilli, 3).stripTrailingZeros().toPlainString();
    }
  }

  /**
   * Copies the lists.
   *
   * @throws IllegalArgumentException for groups that are not all elements, or numbers below 1
   */
  public RectanglesSetting {
    speeds = List.copyOf(speeds);
    shapesMilli = List.copyOf(shapesMilli);
    long grouped = speeds.stream().mapToLong(SpeedGroup::count).sum();
    if (elements < 1 || (!speeds.isEmpty() && grouped != elements)) {
      throw new IllegalArgumentException(
          "%d elements need groups of as many, but these have %d".formatted(elements, grouped));
    }
    if (speeds.stream().anyMatch(group -> group.count() < 1 || group.speedMilli() < 1)
        || shapesMilli.stream().anyMatch(milli -> milli < 1)) {
      throw new IllegalArgumentException(
          "counts, speeds and shapes must be at least 1, but are %s and %s"
              .formatted(speeds, shapesMilli));
    }
  }

  /** Equal elements, and requests of one shape. */
  public static RectanglesSetting of(int elements) {
    return new RectanglesSetting(elements, List.of(), List.of());
  }

  /** The speed of each element; empty where all are standard ones. */
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

  /** What is asked of the multiprocessor for a request, its own shape first. */
  public MalleableRequest malleable(ElementRequest request) {
    return new MalleableRequest(
        request.ready(), request.deadline(), shapes(request.elements(), request.durationTicks()));
  }

  /**
   * The shapes of a request, its own first: each number of elements once, none beyond the
   * multiprocessor, and the product of elements and duration at least that of the first.
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
