package io.metasched.resource.provider.probe;

import io.metasched.resource.provider.ReservationRequest;

/**
 * Rule for the starts at which a request is tried. They are spaced equally from the earliest to the
 * last start in the window of the request, both included; their number is the largest that the two
 * limits allow.
 *
 * <p>Source: the what-if paper, section 4. The spacing is an addition; the paper states only that
 * the number and the gap are limited.
 *
 * @param most maximum number of starts, at least 2
 * @param leastGapTicks minimum number of ticks between two starts, at least 1
 */
public record CandidateStarts(int most, long leastGapTicks) {

  /**
   * @throws IllegalArgumentException for fewer than two starts, or a gap below one tick
   */
  public CandidateStarts {
    if (most < 2 || leastGapTicks < 1) {
      throw new IllegalArgumentException(
          "there must be at least 2 candidates and a gap of 1 tick, but there are %d and %d"
              .formatted(most, leastGapTicks));
    }
  }

  /**
   * Returns the candidates of a request, ascending; empty if the request can no longer end in time.
   * In a window narrower than the gap, the earliest start is the only candidate.
   */
  public long[] of(ReservationRequest request, long nowTick) {
    long first = first(request, nowTick);
    long width = last(request) - first;
    if (width < 0) {
      return new long[0];
    }
    int count = (int) Math.min(most, width / leastGapTicks + 1);
    var starts = new long[count];
    for (int i = 0; i < count; i++) {
      starts[i] = count == 1 ? first : first + share(width, i, count - 1);
    }
    return starts;
  }

  /** Returns width x part / whole, rounded down, without overflow of the product. */
  private static long share(long width, int part, int whole) {
    return width / whole * part + width % whole * part / whole;
  }

  /** Returns the first possible start. */
  public static long first(ReservationRequest request, long nowTick) {
    return Math.max(nowTick, request.readyTick());
  }

  /** Returns the last start with which the request ends in time. */
  public static long last(ReservationRequest request) {
    return request.dueTick() - request.durationTicks();
  }
}
