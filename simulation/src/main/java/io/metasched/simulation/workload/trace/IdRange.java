package io.metasched.simulation.workload.trace;

/**
 * Job ids from {@code first} to {@code last}, both included.
 *
 * @param first smallest id, 0 and up
 * @param last largest id, {@code first} and up
 */
public record IdRange(long first, long last) {

  /** Every id there can be. */
  public static final IdRange ALL = new IdRange(0, Long.MAX_VALUE);

  /**
   * Checks the order of the bounds.
   *
   * @throws IllegalArgumentException if a bound is negative or the range is empty
   */
  public IdRange {
    if (first < 0 || last < first) {
      throw new IllegalArgumentException(
          "job ids must be a range such as 1-1000, but are %d-%d".formatted(first, last));
    }
  }

  boolean contains(long id) {
    return first <= id && id <= last;
  }

  @Override
  public String toString() {
    return equals(ALL) ? "all" : first + "-" + last;
  }
}
