package io.metasched.resource.profile;

/**
 * Number of processors held over a span of time.
 *
 * @param start first tick
 * @param end first tick after the hold; {@link Long#MAX_VALUE} for a hold without end
 * @param processors number of processors, at least 1
 */
public record ProcessorHold(long start, long end, int processors) {
  public ProcessorHold {
    if (start >= end || processors < 1) {
      throw new IllegalArgumentException(
          "no reservation: %d processors from %d to %d".formatted(processors, start, end));
    }
  }
}
