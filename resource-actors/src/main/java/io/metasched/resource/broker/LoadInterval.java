package io.metasched.resource.broker;

/**
 * Interval of a node's table between two ticks at which tasks begin or end.
 *
 * <p>Source: the broker-agent paper, section 3.7.
 *
 * @param start its first tick
 * @param end first tick after it; {@link #INFINITE} for the last interval of a node
 * @param load load of the node in it, in per cent
 * @param tasks number of tasks that run in it
 */
public record LoadInterval(long start, long end, int load, int tasks) {
  /** End of the last interval; called INFINITE in the paper. */
  public static final long INFINITE = Long.MAX_VALUE;
}
