package io.metasched.resource.whatif;

import io.metasched.resource.provider.ReservationRequest;

/**
 * The starts at which a request is tried: equally spaced from the earliest start of its window to
 * the last, both included, as many as there may be and as the least gap allows.
 *
 * <p>Source: the what-if paper, section 4. How they are spaced is ours; it says only that their
 * number and the gap are limited.
 *
 * @param most how many there are at most, at least 2
 * @param leastGapTicks between two of them, at least 1
 */
public record CandidateStarts(int most, long leastGapTicks) {

  /**
   * @throws IllegalArgumentException for fewer than two, or a gap below a tick
   */
  public CandidateStarts {
    if (most < 2 || leastGapTicks < 1) {
      throw new IllegalArgumentException(
          "there must be at least 2 candidates and a gap of 1 tick, but there are %d and %d"
              .formatted(most, leastGapTicks));
    }
  }

  /**
   * The candidates of a request, ascending; none where it cannot end in time any more. A window
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

  /** width x part / whole, rounded down, where the product may be too large. */
  private static long share(long width, int part, int whole) {
    return width / whole * part + width % whole * part / whole;
  }

  /** The first start that is possible. */
  static long first(ReservationRequest request, long nowTick) {
    return Math.max(nowTick, request.readyTick());
  }

  /** The last start that is in time. */
  static long last(ReservationRequest request) {
    return request.dueTick() - request.durationTicks();
  }
}
