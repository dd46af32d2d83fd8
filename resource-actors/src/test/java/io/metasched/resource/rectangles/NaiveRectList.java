package io.metasched.resource.rectangles;

import io.metasched.resource.model.Span;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The list of the paper on parallel reservations, as naive as can be: a list of records with sorted
 * sets of elements, walked from its begin. What the real structure is held against.
 */
final class NaiveRectList {
  private final int elements;
  private final List<Entry> entries = new ArrayList<>();

  private record Entry(long time, NavigableSet<Integer> busy) {}

  /** A cluster of so many elements. */
  NaiveRectList(int elements) {
    this.elements = elements;
  }

  List<AvailRecord> records() {
    return entries.stream().map(entry -> new AvailRecord(entry.time(), set(entry.busy()))).toList();
  }

  private static ElementSet set(NavigableSet<Integer> busy) {
    return ElementSet.of(busy.stream().mapToInt(Integer::intValue).toArray());
  }

  private NavigableSet<Integer> busyAt(long tick) {
    NavigableSet<Integer> busy = new TreeSet<>();
    for (var entry : entries) {
      if (entry.time() <= tick) {
        busy = entry.busy();
      }
    }
    return busy;
  }

  private NavigableSet<Integer> busyIn(long start, long end) {
    var busy = new TreeSet<>(busyAt(start));
    for (var entry : entries) {
      if (entry.time() > start && entry.time() < end) {
        busy.addAll(entry.busy());
      }
    }
    return busy;
  }

  private static List<Integer> list(ElementSet set) {
    return set.indices().boxed().toList();
  }

  Optional<RectangleRefusal> add(Span span, ElementSet set) {
    var refusal = refusalOf(set);
    if (refusal.isPresent()) {
      return refusal;
    }
    if (list(set).stream().anyMatch(busyIn(span.start(), span.end())::contains)) {
      return Optional.of(RectangleRefusal.NOT_FREE);
    }
    change(span, set, true);
    return Optional.empty();
  }

  Optional<RectangleRefusal> delete(Span span, ElementSet set) {
    var refusal = refusalOf(set);
    if (refusal.isPresent()) {
      return refusal;
    }
    boolean reserved = busyAt(span.start()).containsAll(list(set));
    for (var entry : entries) {
      if (entry.time() > span.start() && entry.time() < span.end()) {
        reserved &= entry.busy().containsAll(list(set));
      }
    }
    if (!reserved) {
      return Optional.of(RectangleRefusal.NOT_RESERVED);
    }
    change(span, set, false);
    return Optional.empty();
  }

  private Optional<RectangleRefusal> refusalOf(ElementSet set) {
    if (list(set).isEmpty()) {
      return Optional.of(RectangleRefusal.NO_ELEMENTS);
    }
    return list(set).stream().anyMatch(i -> i >= elements)
        ? Optional.of(RectangleRefusal.NO_SUCH_ELEMENTS)
        : Optional.empty();
  }

  private void change(Span span, ElementSet set, boolean busy) {
    split(span.start());
    split(span.end());
    for (var entry : entries) {
      if (entry.time() >= span.start() && entry.time() < span.end()) {
        if (busy) {
          entry.busy().addAll(list(set));
        } else {
          entry.busy().removeAll(list(set));
        }
      }
    }
    NavigableSet<Integer> before = new TreeSet<>();
    for (var each = entries.iterator(); each.hasNext(); ) {
      var entry = each.next();
      if (entry.busy().equals(before)) {
        each.remove();
      }
      before = entry.busy();
    }
  }

  private void split(long time) {
    int index = 0;
    for (var entry : entries) {
      if (entry.time() == time) {
        return;
      }
      index += entry.time() < time ? 1 : 0;
    }
    entries.add(index, new Entry(time, new TreeSet<>(busyAt(time))));
  }

  /** Each candidate with its rectangle, in the order of time. */
  List<RectangleAnswer.Found> candidates(RectangleRequest request, ElementSet usable) {
    long latest = request.deadline() - request.durationTicks();
    var starts = new TreeSet<>(List.of(request.ready(), latest));
    for (var entry : entries) {
      starts.add(entry.time());
      starts.add(entry.time() - request.durationTicks());
    }
    var found = new ArrayList<RectangleAnswer.Found>();
    for (long start : starts) {
      if (start >= request.ready() && start <= latest) {
        var span = Span.of(start, request.durationTicks());
        var free = new TreeSet<>(list(usable));
        free.removeAll(busyIn(span.start(), span.end()));
        if (free.size() >= request.elements()) {
          var taken = free.stream().limit(request.elements()).mapToInt(i -> i).toArray();
          found.add(
              new RectangleAnswer.Found(
                  new ElementReservation(span, ElementSet.of(taken)),
                  widened(span, free, request.deadline())));
        }
      }
    }
    return found;
  }

  private AvailabilityRectangle widened(Span span, NavigableSet<Integer> free, long deadline) {
    long begin = AvailabilityRectangle.NO_BEGIN;
    long end = deadline;
    boolean blocked = false;
    for (var entry : entries) {
      boolean meets = free.stream().anyMatch(entry.busy()::contains);
      if (entry.time() <= span.start()) {
        begin = blocked && !meets ? entry.time() : begin;
        blocked = meets;
      } else if (meets) {
        end = Math.min(end, entry.time());
      }
    }
    return new AvailabilityRectangle(begin, end, set(free));
  }

  /** What a policy chooses, by its name; empty without a feasible start. */
  Optional<RectangleAnswer.Found> find(RectangleRequest request, String policy, ElementSet usable) {
    RectangleAnswer.@Nullable Found best = null;
    for (var candidate : candidates(request, usable)) {
      if (best == null || isBetter(candidate.rectangle(), best.rectangle(), policy)) {
        best = candidate;
      }
    }
    return Optional.ofNullable(best);
  }

  static boolean isBetter(AvailabilityRectangle one, AvailabilityRectangle other, String policy) {
    var elements = BigInteger.valueOf(one.elements().size());
    var otherElements = BigInteger.valueOf(other.elements().size());
    var length = length(one);
    var otherLength = length(other);
    return switch (policy) {
      case "ff" -> false;
      case "pe-best" -> elements.compareTo(otherElements) < 0;
      case "pe-worst" -> elements.compareTo(otherElements) > 0;
      case "duration-best" -> length.compareTo(otherLength) < 0;
      case "duration-worst" -> length.compareTo(otherLength) > 0;
      case "pe-duration-best" ->
          elements.multiply(length).compareTo(otherElements.multiply(otherLength)) < 0;
      case "pe-duration-worst" ->
          elements.multiply(length).compareTo(otherElements.multiply(otherLength)) > 0;
      default -> throw new IllegalArgumentException(policy);
    };
  }

  /** Without a begin it is as if there were one very long ago. */
  private static BigInteger length(AvailabilityRectangle rectangle) {
    return rectangle.begin() == AvailabilityRectangle.NO_BEGIN
        ? BigInteger.TWO.pow(46).add(BigInteger.valueOf(rectangle.end()))
        : BigInteger.valueOf(rectangle.end() - rectangle.begin());
  }
}
