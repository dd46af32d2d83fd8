package io.metasched.resource.profile;

/**
 * A number of processors held over a span of time.
 *
 * @param start first tick
 * @param end first tick after it; {@link Long#MAX_VALUE} for never
 * @param processors how many, at least one
 */
public record ProcessorHold(long start, long end, int processors) {
  public ProcessorHold {
    if (start >= end || processors < 1) {
      throw new IllegalArgumentException(
          "no reservation: %d processors from %d to %d".formatted(processors, start, end));
    }
  }
}
