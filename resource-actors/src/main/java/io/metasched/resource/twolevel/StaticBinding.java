package io.metasched.resource.twolevel;

import io.metasched.resource.model.Span;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationRequest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Reservations that are bound to concrete processors on request: to the processors with the lowest
 * indices that are free throughout. Static binding places fewer requests than dynamic binding,
 * because a reservation cannot combine processors that are free at different times. Kept for
 * comparison with dynamic binding.
 *
 * <p>Source: the hierarchical reservation paper, static binding. Cost: O(n r) for each start tried,
 * for n processors with r spans each. The starts tried are the ready time and the ends of spans.
 */
public final class StaticBinding {
  private final List<List<Span>> taken = new ArrayList<>();

  /** Reservation with its processors. */
  public record Bound(Reservation reservation, BitSet processors) {}

  /** Creates {@code processors} processors, all free. */
  public StaticBinding(int processors) {
    for (int i = 0; i < processors; i++) {
      taken.add(new ArrayList<>());
    }
  }

  /** Reserves at the earliest start in the interval; returns empty if there is no such start. */
  public Optional<Bound> reserve(ReservationRequest request) {
    var starts = new TreeSet<Long>();
    starts.add(request.readyTick());
    for (var spans : taken) {
      spans.forEach(span -> starts.add(span.end()));
    }
    for (long start : starts.tailSet(request.readyTick())) {
      var span = new Span(start, start + request.durationTicks());
      var free = request.isMetBy(start) ? free(span, request.processors()) : new BitSet();
      if (free.cardinality() == request.processors()) {
        free.stream().forEach(processor -> taken.get(processor).add(span));
        return Optional.of(new Bound(new Reservation(request, start), free));
      }
    }
    return Optional.empty();
  }

  private BitSet free(Span span, int most) {
    var free = new BitSet();
    for (int i = 0; i < taken.size() && free.cardinality() < most; i++) {
      if (taken.get(i).stream().noneMatch(span::overlaps)) {
        free.set(i);
      }
    }
    return free;
  }
}
