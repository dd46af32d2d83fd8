package io.metasched.simulation.system.rectangles;

import io.metasched.resource.rectangles.ElementSet;
import io.metasched.simulation.system.rectangles.NaiveRectangles.Candidate;
import io.metasched.simulation.system.rectangles.ReservationRow.Outcome;
import io.metasched.simulation.system.rectangles.ReservationRow.Refusal;
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
 * The requests of a run once more from its rows, one by one, beside a naive list of what the rows
 * before have reserved. The checker, the page and the explanation are made from it.
 */
final class CheckedChoices {
  /** How long before tick 0 a rectangle without a begin is measured from. */
  private static final BigInteger LONG_AGO = BigInteger.TWO.pow(46);

  private static final BigInteger THOUSAND = BigInteger.valueOf(1000);

  private final RectanglesFacts facts;
  private final NaiveRectangles list;
  private final List<BitSet> classes = new ArrayList<>();
  private final List<Integer> speeds = new ArrayList<>();
  private final int[] speedMilli;

  /** Sees each request when it has arrived, before anything is reserved for it. */
  interface Visitor {
    /**
     * Sees a request.
     *
     * @param feasible all feasible starts, shape by shape and from the fastest elements on
     * @return false to end with this one
     */
    boolean visit(ReservationRow row, List<Candidate> feasible, CheckedChoices state);
  }

  /** What frees elements. */
  private record Change(long tick, int phase, int at, Runnable freeing) {}

  private CheckedChoices(RectanglesFacts facts) {
    this.facts = facts;
    list = new NaiveRectangles(facts.elements());
    speedMilli = new int[facts.elements()];
    Arrays.fill(speedMilli, 1000);
    int behind = 0;
    for (var group : facts.speeds()) {
      Arrays.fill(speedMilli, behind, behind + group.count(), group.speedMilli());
      behind += group.count();
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
   * Goes through the requests of a run.
   *
   * @param run its rows are sound one by one
   */
  static void visit(RectanglesRun run, Visitor visitor) {
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

  /** The busy elements from each tick on. */
  NaiveRectangles list() {
    return list;
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
   * A start with the elements that are free throughout, be they enough or not.
   *
   * @param end when the slowest of the elements would be done
   * @param free how many of sufficient speed are free
   * @param count how many are needed
   * @param speedMilli which speed is sufficient
   */
  record Nearest(long start, long end, int free, int count, int speedMilli) {
    /** The greater share of its elements is free, or it is earlier. */
    private static int order(Nearest one, Nearest other) {
      int order = Long.compare((long) other.free * one.count, (long) one.free * other.count);
      return order == 0 ? Long.compare(one.start, other.start) : order;
    }
  }

  /**
   * The start at which most of the elements needed are free, of equal ones the earliest; empty
   * where no start would be done by the deadline on elements of which there are enough.
   */
  Optional<Nearest> nearest(ReservationRow row) {
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

  /** A shape on elements of a speed or faster, of which there are enough. */
  private record Way(int count, long lastingTicks, int speedMilli, BitSet usable) {}

  /** Shape by shape, and from the fastest elements on. */
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

  /** One way to meet a request. */
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

  /** Ticks that a standard duration takes at a speed. */
  private static long lasting(long standardTicks, int milli) {
    return up(BigInteger.valueOf(standardTicks).multiply(THOUSAND), BigInteger.valueOf(milli));
  }

  private static long up(BigInteger dividend, BigInteger divisor) {
    return dividend.add(divisor).subtract(BigInteger.ONE).divide(divisor).longValueExact();
  }

  /** What a policy takes; empty of none. */
  static Optional<Candidate> chosen(String policy, List<Candidate> feasible) {
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

  /** What a policy wants least, or most where its name ends so. */
  static BigInteger measure(Candidate candidate, String policy) {
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

  /** When a reservation of a candidate ends: with the slowest of the elements that it takes. */
  long end(Candidate candidate, ReservationRow row) {
    int slowest = candidate.lowest().stream().map(i -> speedMilli[i]).min().orElseThrow();
    for (var shape : shapes(row)) {
      if (shape.count() == candidate.count()) {
        return candidate.start() + lasting(shape.durationTicks(), slowest);
      }
    }
    throw new IllegalStateException("a candidate has one of the shapes");
  }

  /** Why a request without a feasible start is refused: the last of the reasons that come up. */
  Refusal refusal(ReservationRow row) {
    var last = Refusal.NO_SUCH_ELEMENTS;
    for (var way : ways(row)) {
      boolean fits = row.deadline() - row.ready() >= way.lastingTicks();
      var reason = fits ? Refusal.NOT_FREE : Refusal.DEADLINE_TOO_EARLY;
      last = reason.compareTo(last) > 0 ? reason : last;
    }
    return last;
  }

  /** A set of elements as bits. */
  static BitSet bits(ElementSet set) {
    var bits = new BitSet();
    set.ranges().forEach(range -> bits.set(range.first(), range.last() + 1));
    return bits;
  }
}
