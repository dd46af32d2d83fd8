package io.metasched.resource.agent;

/**
 * An interval of a node's table between two instants at which tasks begin or end.
 *
 * <p>Source: the broker-agent paper, section 3.7.
 *
 * @param start its first tick
 * @param end the first tick behind it; {@link #INFINITE} for the last interval of a node
 * @param load of the node in it, in per cent
 * @param tasks how many run in it
 */
public record LoadInterval(long start, long end, int load, int tasks) {
  /** The end of the last interval, INFINITE of the paper. */
  public static final long INFINITE = Long.MAX_VALUE;
}
