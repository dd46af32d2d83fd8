package io.metasched.resource.rectangles;

import io.metasched.resource.model.Span;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * List of the paper on parallel reservations in its simplest form: records with the JDK's bit sets,
 * all of which are visited for each candidate start. Reference for the answers of {@link
 * AvailRectList}.
 */
final class NaiveRectList {
  private final int elements;
  private final List<Entry> entries = new ArrayList<>();

  private record Entry(long time, BitSet busy) {}

  /** Creates a cluster of {@code elements} elements without reservations. */
  NaiveRectList(int elements) {
    this.elements = elements;
  }

  /** Returns the records, one for each change of the set of busy elements. */
  List<AvailRecord> records() {
    return entries.stream().map(entry -> new AvailRecord(entry.time(), set(entry.busy()))).toList();
  }

  private static ElementSet set(BitSet busy) {
    return ElementSet.of(busy.stream().toArray());
  }

  private BitSet busyAt(long tick) {
    var busy = new BitSet();
    for (var entry : entries) {
      if (entry.time() <= tick) {
        busy = entry.busy();
      }
    }
    return busy;
  }

  private BitSet busyIn(long start, long end) {
    var busy = (BitSet) busyAt(start).clone();
    for (var entry : entries) {
      if (entry.time() > start && entry.time() < end) {
        busy.or(entry.busy());
      }
    }
    return busy;
  }

  private static BitSet bits(ElementSet set) {
    var bits = new BitSet();
    set.indices().forEach(bits::set);
    return bits;
  }

  private static boolean containsAll(BitSet busy, BitSet set) {
    var common = (BitSet) busy.clone();
    common.and(set);
    return common.equals(set);
  }

  /** Makes elements busy, or returns the reason of the refusal. */
  Optional<RectangleRefusal> add(Span span, ElementSet set) {
    var refusal = refusalOf(set);
    if (refusal.isPresent()) {
      return refusal;
    }
    if (busyIn(span.start(), span.end()).intersects(bits(set))) {
      return Optional.of(RectangleRefusal.NOT_FREE);
    }
    change(span, set, true);
    return Optional.empty();
  }

  /** Frees elements, or returns the reason of the refusal. */
  Optional<RectangleRefusal> delete(Span span, ElementSet set) {
    var refusal = refusalOf(set);
    if (refusal.isPresent()) {
      return refusal;
    }
    var bits = bits(set);
    boolean reserved = containsAll(busyAt(span.start()), bits);
    for (var entry : entries) {
      if (entry.time() > span.start() && entry.time() < span.end()) {
        reserved &= containsAll(entry.busy(), bits);
      }
    }
    if (!reserved) {
      return Optional.of(RectangleRefusal.NOT_RESERVED);
    }
    change(span, set, false);
    return Optional.empty();
  }

  private Optional<RectangleRefusal> refusalOf(ElementSet set) {
    if (bits(set).isEmpty()) {
      return Optional.of(RectangleRefusal.NO_ELEMENTS);
    }
    return bits(set).length() > elements
        ? Optional.of(RectangleRefusal.NO_SUCH_ELEMENTS)
        : Optional.empty();
  }

  private void change(Span span, ElementSet set, boolean busy) {
    var bits = bits(set);
    split(span.start());
    split(span.end());
    for (var entry : entries) {
      if (entry.time() >= span.start() && entry.time() < span.end()) {
        if (busy) {
          entry.busy().or(bits);
        } else {
          entry.busy().andNot(bits);
        }
      }
    }
    var before = new BitSet();
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
    entries.add(index, new Entry(time, (BitSet) busyAt(time).clone()));
  }

  /** Returns each candidate with its rectangle, in the order of time. */
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
        var free = bits(usable);
        free.andNot(busyIn(span.start(), span.end()));
        if (free.cardinality() >= request.elements()) {
          var taken = free.stream().limit(request.elements()).toArray();
          found.add(
              new RectangleAnswer.Found(
                  new ElementReservation(span, ElementSet.of(taken)),
                  widened(span, free, request.deadline())));
        }
      }
    }
    return found;
  }

  private AvailabilityRectangle widened(Span span, BitSet free, long deadline) {
    long begin = AvailabilityRectangle.NO_BEGIN;
    long end = deadline;
    boolean blocked = false;
    for (var entry : entries) {
      boolean meets = free.intersects(entry.busy());
      if (entry.time() <= span.start()) {
        begin = blocked && !meets ? entry.time() : begin;
        blocked = meets;
      } else if (meets) {
        end = Math.min(end, entry.time());
      }
    }
    return new AvailabilityRectangle(begin, end, set(free));
  }

  /** Returns the choice of the policy with the given name; empty without a feasible start. */
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

  /**
   * Returns the length of a rectangle; a rectangle without a start is measured from a very early
   * tick.
   */
  private static BigInteger length(AvailabilityRectangle rectangle) {
    return rectangle.begin() == AvailabilityRectangle.NO_BEGIN
        ? BigInteger.TWO.pow(46).add(BigInteger.valueOf(rectangle.end()))
        : BigInteger.valueOf(rectangle.end() - rectangle.begin());
  }
}
