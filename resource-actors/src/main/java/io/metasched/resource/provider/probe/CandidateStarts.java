package io.metasched.resource.provider.probe;

import io.metasched.resource.provider.ReservationRequest;

/**
 * Rule for the starts at which a request is tried: equally spaced from the earliest start of its
 * window to the last, both included, as many as the two limits allow.
 *
 * <p>Source: the what-if paper, section 4. The spacing is an addition; the paper says only that
 * number and gap are limited.
 *
 * @param most maximum number of starts, at least 2
 * @param leastGapTicks minimum ticks between two starts, at least 1
 */
public record CandidateStarts(int most, long leastGapTicks) {

  /**
   * @throws IllegalArgumentException for fewer than two starts, or a gap below a tick
   */
  public CandidateStarts {
    if (most < 2 || leastGapTicks < 1) {
      throw new IllegalArgumentException(
          "there must be at least 2 candidates and a gap of 1 tick, but there are %d and %d"
              .formatted(most, leastGapTicks));
    }
  }

  /**
   * Returns the candidates of a request, ascending; empty if it can no longer end in time. A window
   * narrower than the gap has its first start only.
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

  /** Returns the last start that is in time. */
  public static long last(ReservationRequest request) {
    return request.dueTick() - request.durationTicks();
  }
}
