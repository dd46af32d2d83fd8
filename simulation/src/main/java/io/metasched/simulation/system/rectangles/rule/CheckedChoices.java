package io.metasched.simulation.system.rectangles.rule;

import io.metasched.resource.rectangles.ElementSet;
import io.metasched.simulation.system.rectangles.rows.RectanglesFacts;
import io.metasched.simulation.system.rectangles.rows.RectanglesRun;
import io.metasched.simulation.system.rectangles.rows.ReservationRow;
import io.metasched.simulation.system.rectangles.rows.ReservationRow.Outcome;
import io.metasched.simulation.system.rectangles.rows.ReservationRow.Refusal;
import io.metasched.simulation.system.rectangles.rule.NaiveRectangles.Candidate;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Recomputation of a run's choices from its rows, request by request, with a naive list of earlier
 * reservations. Used by the checker, the page and the explainer.
 */
public final class CheckedChoices {
  /** Length before tick 0 from which a rectangle without a start is measured, in ticks. */
  private static final BigInteger LONG_AGO = BigInteger.TWO.pow(46);

  private static final BigInteger THOUSAND = BigInteger.valueOf(1000);

  private final RectanglesFacts facts;
  private final NaiveRectangles list;
  private final List<BitSet> classes = new ArrayList<>();
  private final List<Integer> speeds = new ArrayList<>();
  private final int[] speedMilli;

  /** Visitor of each request at its arrival, before anything is reserved for it. */
  public interface Visitor {
    /**
     * Visits a request.
     *
     * @param feasible all feasible starts, shape by shape, the fastest elements first
     * @return false to stop after this request
     */
    boolean visit(ReservationRow row, List<Candidate> feasible, CheckedChoices state);
  }

  /** Event that frees elements. */
  private record Change(long tick, int phase, int at, Runnable freeing) {}

  private CheckedChoices(RectanglesFacts facts) {
    this.facts = facts;
    list = new NaiveRectangles();
    speedMilli = new int[facts.elements()];
    Arrays.fill(speedMilli, 1000);
    int next = 0;
    for (var group : facts.speeds()) {
      Arrays.fill(speedMilli, next, next + group.count(), group.speedMilli());
      next += group.count();
    }
    var distinct = new TreeSet<Integer>(Comparator.reverseOrder());
    for (int speed : speedMilli) {
      distinct.add(speed);
    }
    for (int speed : distinct) {
      var fast = new BitSet();
      for (int i = 0; i < speedMilli.length; i++) {
        fast.set(i, speedMilli[i] >= speed);
      }
      speeds.add(speed);
      classes.add(fast);
    }
  }

  /**
   * Visits the requests of a run in order.
   *
   * @param run run whose rows are individually sound
   */
  public static void visit(RectanglesRun run, Visitor visitor) {
    var state = new CheckedChoices(run.facts());
    var changes =
        new PriorityQueue<>(
            Comparator.comparingLong(Change::tick)
                .thenComparingInt(Change::phase)
                .thenComparingInt(Change::at));
    for (int at = 0; at < run.jobs().size(); at++) {
      var row = run.jobs().get(at);
      while (!changes.isEmpty() && changes.peek().tick() <= row.arrival()) {
        changes.remove().freeing().run();
      }
      if (!visitor.visit(row, state.feasible(row), state)) {
        return;
      }
      if (row.isAccepted() && state.list.take(row.start(), row.end(), bits(row.taken()))) {
        state.addChanges(row, at, changes);
      }
    }
  }

  private void addChanges(ReservationRow row, int at, PriorityQueue<Change> changes) {
    var taken = bits(row.taken());
    if (row.outcome() != Outcome.GAVE_BACK) {
      long tick = row.outcome() == Outcome.FINISHED ? row.end() : row.changed();
      changes.add(new Change(tick, 0, at, () -> list.free(row.start(), row.end(), taken)));
      return;
    }
    var given = bits(row.taken());
    given.andNot(bits(row.kept()));
    changes.add(new Change(row.changed(), 1, at, () -> list.free(row.changed(), row.end(), given)));
    changes.add(
        new Change(
            row.end(),
            0,
            at,
            () -> {
              list.free(row.start(), row.end(), bits(row.kept()));
              list.free(row.start(), row.changed(), given);
            }));
  }

  private List<Candidate> feasible(ReservationRow row) {
    return ways(row).stream()
        .flatMap(
            way ->
                list
                    .candidates(
                        row.ready(), row.deadline(), way.lastingTicks(), way.count(), way.usable())
                    .stream())
        .toList();
  }

  /**
   * Start with the elements that are free throughout, whether sufficient or not.
   *
   * @param end end with the slowest of the elements
   * @param free number of free elements of sufficient speed
   * @param count number of required elements
   * @param speedMilli sufficient speed, in thousandths of a standard element's speed
   */
  public record Nearest(long start, long end, int free, int count, int speedMilli) {
    /** Compares by the share of free elements, larger first, then by start. */
    private static int order(Nearest one, Nearest other) {
      int order = Long.compare((long) other.free * one.count, (long) one.free * other.count);
      return order == 0 ? Long.compare(one.start, other.start) : order;
    }
  }

  /**
   * Returns the start at which the largest share of the required elements is free; among equal
   * starts, the earliest. Empty if no start meets the deadline with enough elements.
   */
  public Optional<Nearest> nearest(ReservationRow row) {
    return ways(row).stream()
        .flatMap(
            way ->
                list.starts(row.ready(), row.deadline(), way.lastingTicks()).stream()
                    .map(start -> at(start, way)))
        .min(Nearest::order);
  }

  private Nearest at(long start, Way way) {
    long end = start + way.lastingTicks();
    int free = list.freeThroughout(start, end, way.usable()).cardinality();
    return new Nearest(start, end, free, way.count(), way.speedMilli());
  }

  /** Shape, and a minimum speed that enough elements have. */
  private record Way(int count, long lastingTicks, int speedMilli, BitSet usable) {}

  /** Returns the combinations shape by shape, the fastest elements first. */
  private List<Way> ways(ReservationRow row) {
    var ways = new ArrayList<Way>();
    for (var shape : shapes(row)) {
      for (int at = 0; at < classes.size(); at++) {
        if (shape.count() <= classes.get(at).cardinality()) {
          int speed = speeds.get(at);
          ways.add(
              new Way(
                  shape.count(), lasting(shape.durationTicks(), speed), speed, classes.get(at)));
        }
      }
    }
    return ways;
  }

  /** Shape of a request. */
  private record NaiveShape(int count, long durationTicks) {}

  private List<NaiveShape> shapes(ReservationRow row) {
    var shapes = new ArrayList<NaiveShape>();
    shapes.add(new NaiveShape(row.elements(), row.durationTicks()));
    var counts = new TreeSet<>(List.of((long) row.elements()));
    for (int milli : facts.shapesMilli()) {
      long count = (2L * row.elements() * milli + 1000) / 2000;
      if (count >= 1 && count <= facts.elements() && counts.add(count)) {
        var work =
            BigInteger.valueOf(row.elements()).multiply(BigInteger.valueOf(row.durationTicks()));
        shapes.add(new NaiveShape((int) count, up(work, BigInteger.valueOf(count))));
      }
    }
    return shapes;
  }

  /** Returns the number of ticks that a standard duration takes at a speed. */
  private static long lasting(long standardTicks, int milli) {
    return up(BigInteger.valueOf(standardTicks).multiply(THOUSAND), BigInteger.valueOf(milli));
  }

  private static long up(BigInteger dividend, BigInteger divisor) {
    return dividend.add(divisor).subtract(BigInteger.ONE).divide(divisor).longValueExact();
  }

  /** Returns the candidate that a policy selects; empty if there are none. */
  public static Optional<Candidate> chosen(String policy, List<Candidate> feasible) {
    @Nullable Candidate best = null;
    for (var candidate : feasible) {
      if (best == null || isBetter(candidate, best, policy)) {
        best = candidate;
      }
    }
    return Optional.ofNullable(best);
  }

  private static boolean isBetter(Candidate one, Candidate other, String policy) {
    int order = measure(one, policy).compareTo(measure(other, policy));
    if (order == 0) {
      return one.start() < other.start();
    }
    return policy.endsWith("worst") ? order > 0 : order < 0;
  }

  /**
   * Returns the value that a policy minimises; policies whose names end in {@code worst} maximise
   * it.
   */
  public static BigInteger measure(Candidate candidate, String policy) {
    var free = BigInteger.valueOf(candidate.free().cardinality());
    var end = BigInteger.valueOf(candidate.rectangleEnd());
    var length =
        candidate.begin() < 0
            ? end.add(LONG_AGO)
            : end.subtract(BigInteger.valueOf(candidate.begin()));
    return switch (policy) {
      case "pe-best", "pe-worst" -> free;
      case "duration-best", "duration-worst" -> length;
      case "pe-duration-best", "pe-duration-worst" -> free.multiply(length);
      default -> BigInteger.ZERO;
    };
  }

  /**
   * Returns the end of a candidate's reservation, with the slowest of the elements that it takes.
   */
  long end(Candidate candidate, ReservationRow row) {
    int slowest = candidate.lowest().stream().map(i -> speedMilli[i]).min().orElseThrow();
    for (var shape : shapes(row)) {
      if (shape.count() == candidate.count()) {
        return candidate.start() + lasting(shape.durationTicks(), slowest);
      }
    }
    throw new IllegalStateException("a candidate has one of the shapes");
  }

  /**
   * Returns the reason why a request without a feasible start is refused: the last of the
   * applicable reasons.
   */
  Refusal refusal(ReservationRow row) {
    var last = Refusal.NO_SUCH_ELEMENTS;
    for (var way : ways(row)) {
      boolean fits = row.deadline() - row.ready() >= way.lastingTicks();
      var reason = fits ? Refusal.NOT_FREE : Refusal.DEADLINE_TOO_EARLY;
      last = reason.compareTo(last) > 0 ? reason : last;
    }
    return last;
  }

  /** Returns a set of elements as bits. */
  static BitSet bits(ElementSet set) {
    var bits = new BitSet();
    set.ranges().forEach(range -> bits.set(range.first(), range.last() + 1));
    return bits;
  }
}
