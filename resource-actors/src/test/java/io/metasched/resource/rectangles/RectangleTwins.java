package io.metasched.resource.rectangles;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Span;
import io.metasched.resource.rectangles.MalleableRequest.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Pair of the structure and the naive list that runs one random sequence of operations. Small
 * numbers of ticks and elements cause many equal times, sets and scores.
 */
final class RectangleTwins {
  private static final int[] CLUSTERS = {1, 3, 5, 63, 64, 65, 130};
  private static final List<Integer> SPEEDS = List.of(300, 1000, 2000);

  private final SplittableRandom random;
  private final int elements;
  private final int ticks;
  private final int longest;
  private final AvailRectList list;
  private final NaiveRectList naive;
  private final List<Integer> speeds;
  private final HeterogeneousElements heterogeneous;
  private final List<ElementReservation> reservations = new ArrayList<>();

  private RectangleTwins(long seed) {
    random = new SplittableRandom(seed);
    elements = CLUSTERS[random.nextInt(CLUSTERS.length)];
    ticks = random.nextBoolean() ? 30 : 300;
    longest = random.nextBoolean() ? 6 : 40;
    list = new AvailRectList(elements, random.nextBoolean() ? 4 : 16);
    naive = new NaiveRectList(elements);
    speeds = random.ints(elements, 0, 3).mapToObj(SPEEDS::get).toList();
    heterogeneous = new HeterogeneousElements(list, speeds);
  }

  /** Runs a sequence of {@code steps} steps. */
  static void run(long seed, int steps) {
    run(seed, steps, 1);
  }

  /**
   * Runs a sequence of {@code steps} steps. Compares the answers at each step, and all records once
   * in {@code stepsPerLook} steps.
   */
  static void run(long seed, int steps, int stepsPerLook) {
    var twins = new RectangleTwins(seed);
    for (int step = 0; step < steps; step++) {
      try {
        twins.step(step * 3 / steps);
        if (step % stepsPerLook == 0) {
          twins.holdsInvariants();
        }
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed %d, step %d: %s".formatted(seed, step, e), e);
      }
    }
    twins.empty();
  }

  /** Performs one step; the list grows, keeps its size or shrinks, depending on the phase. */
  private void step(int phase) {
    int kind = random.nextInt(10);
    if (kind < 4 - phase) {
      take();
    } else if (kind < 4) {
      cancel();
    } else if (kind == 4) {
      addAnything();
    } else if (kind == 5) {
      deleteAnything();
    } else if (kind == 6) {
      shrink();
    } else if (kind == 7) {
      findAmongSpeedsAndShapes(RectanglePolicies.names().get(random.nextInt(7)));
    } else {
      find(RectanglePolicies.names().get(random.nextInt(7)));
    }
  }

  private RectangleRequest request() {
    long ready = random.nextInt(ticks);
    long duration = 1L + random.nextInt(longest);
    long slack = random.nextInt(4) == 0 ? 0 : random.nextInt(random.nextBoolean() ? 20 : ticks);
    int needed = 1 + random.nextInt(random.nextInt(3) == 0 ? elements : (elements + 3) / 4);
    return new RectangleRequest(ready, duration, ready + duration + slack, needed);
  }

  private Optional<RectangleAnswer.Found> find(String policy) {
    var request = request();
    var usable = random.nextInt(4) > 0 ? ElementSet.range(0, elements) : anySet(elements);
    var expected = naive.find(request, policy, usable);
    var answer = list.find(request, RectanglePolicies.named(policy).orElseThrow(), usable);
    if (request.elements() > usable.size()) {
      assertThat(answer).isEqualTo(new RectangleAnswer.Refused(RectangleRefusal.NO_SUCH_ELEMENTS));
      return Optional.empty();
    }
    var right =
        expected
            .<RectangleAnswer>map(found -> found)
            .orElse(new RectangleAnswer.Refused(RectangleRefusal.NOT_FREE));
    if (!answer.equals(right)) { // the failure message takes longer to build than the answer
      assertThat(answer)
          .as("%s by %s among %s in %s", request, policy, usable, naive.records())
          .isEqualTo(right);
    }
    return expected;
  }

  /**
   * Compares the result of a malleable request with the best result of plain searches for each
   * speed and shape.
   */
  private void findAmongSpeedsAndShapes(String policy) {
    var one = request();
    var other = new Shape(1 + random.nextInt(elements), 1 + random.nextInt(longest));
    var request =
        new MalleableRequest(
            one.ready(),
            one.deadline(),
            List.of(new Shape(one.elements(), one.durationTicks()), other));
    RectangleAnswer.@Nullable Found best = null;
    for (var shape : request.shapes()) {
      for (int speed : new int[] {2000, 1000, 300}) {
        var fast = IntStream.range(0, elements).filter(i -> speeds.get(i) >= speed).toArray();
        long duration = (shape.durationTicks() * 1000 + speed - 1) / speed;
        if (speeds.contains(speed)
            && one.deadline() - one.ready() >= duration
            && shape.elements() <= fast.length) {
          var part = new RectangleRequest(one.ready(), duration, one.deadline(), shape.elements());
          var found = naive.find(part, policy, ElementSet.of(fast)).orElse(null);
          if (found != null && (best == null || isBetter(found, best, policy))) {
            best = ended(found, shape.durationTicks());
          }
        }
      }
    }
    var answer = request.find(heterogeneous, RectanglePolicies.named(policy).orElseThrow());
    if (best == null) {
      assertThat(answer).isInstanceOf(RectangleAnswer.Refused.class);
    } else {
      assertThat(answer).as("%s by %s at %s", request, policy, speeds).isEqualTo(best);
    }
  }

  private static boolean isBetter(
      RectangleAnswer.Found one, RectangleAnswer.Found other, String policy) {
    return NaiveRectList.isBetter(one.rectangle(), other.rectangle(), policy)
        || (!NaiveRectList.isBetter(other.rectangle(), one.rectangle(), policy)
            && one.reservation().span().start() < other.reservation().span().start());
  }

  private RectangleAnswer.Found ended(RectangleAnswer.Found found, long standardTicks) {
    var taken = found.reservation();
    int slowest = taken.elements().indices().map(speeds::get).min().orElseThrow();
    long duration = (standardTicks * 1000 + slowest - 1) / slowest;
    return new RectangleAnswer.Found(
        taken.over(Span.of(taken.span().start(), duration)), found.rectangle());
  }

  private void take() {
    find(RectanglePolicies.names().get(random.nextInt(7)))
        .map(RectangleAnswer.Found::reservation)
        .ifPresent(this::add);
  }

  private void add(ElementReservation reservation) {
    var refusal = list.add(reservation);
    assertThat(refusal).isEqualTo(naive.add(reservation.span(), reservation.elements()));
    if (refusal.isEmpty()) {
      reservations.add(reservation);
    }
  }

  private void addAnything() {
    add(new ElementReservation(anySpan(), anySet(elements + (random.nextInt(9) == 0 ? 70 : 0))));
  }

  private void deleteAnything() {
    var reservation = new ElementReservation(anySpan(), anySet(elements));
    if (list.delete(reservation).isPresent()) {
      assertThat(naive.delete(reservation.span(), reservation.elements())).isPresent();
    } else {
      assertThat(naive.delete(reservation.span(), reservation.elements())).isEmpty();
      // undo the change, so that the reservations stay unchanged
      assertThat(list.add(reservation)).isEmpty();
      assertThat(naive.add(reservation.span(), reservation.elements())).isEmpty();
    }
  }

  private void cancel() {
    if (!reservations.isEmpty()) {
      var gone = reservations.remove(random.nextInt(reservations.size()));
      assertThat(list.delete(gone)).isEmpty();
      assertThat(naive.delete(gone.span(), gone.elements())).isEmpty();
    }
  }

  private void shrink() {
    if (!reservations.isEmpty()) {
      int at = random.nextInt(reservations.size());
      var whole = reservations.get(at);
      long start = whole.span().start() + random.nextLong(whole.span().lengthTicks());
      long end = start + 1 + random.nextLong(whole.span().end() - start);
      var elements = whole.elements().lowest(1 + random.nextInt(whole.elements().size()));
      var kept = new ElementReservation(new Span(start, end), elements);
      assertThat(list.delete(whole)).isEmpty();
      assertThat(list.add(kept)).isEmpty();
      naive.delete(whole.span(), whole.elements());
      naive.add(kept.span(), kept.elements());
      reservations.set(at, kept);
    }
  }

  private Span anySpan() {
    return Span.of(random.nextInt(ticks), 1 + random.nextInt(longest));
  }

  private ElementSet anySet(int among) {
    int first = random.nextInt(among);
    return random.nextBoolean()
        ? ElementSet.range(first, first + 1 + random.nextInt(among - first))
        : ElementSet.of(random.ints(random.nextInt(4), 0, among).toArray());
  }

  private void holdsInvariants() {
    var records = list.records();
    assertThat(records).isEqualTo(naive.records()).hasSize(list.size());
    var before = new AvailRecord(-1, ElementSet.of());
    for (var one : records) {
      assertThat(one.tick()).isGreaterThan(before.tick());
      assertThat(one.busy()).isNotEqualTo(before.busy());
      assertThat(list.busyAt(one.tick())).isEqualTo(one.busy());
      before = one;
    }
    assertThat(before.busy()).isEqualTo(ElementSet.of());
  }

  private void empty() {
    while (!reservations.isEmpty()) {
      cancel();
    }
    assertThat(list.size()).isZero();
  }
}
