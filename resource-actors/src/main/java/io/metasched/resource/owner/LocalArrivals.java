package io.metasched.resource.owner;

/** The local jobs that arrive on one node, one after the other. */
public interface LocalArrivals {

  /** Goes on to the next arrival; false where none comes any more. */
  boolean advance();

  /** When the present job arrives, at least 0. */
  long tick();

  /** How long the present job is, at least 1. */
  long lengthTicks();

  /** Returns arrivals of which there are none. */
  static LocalArrivals none() {
    return NoArrivals.INSTANCE;
  }
}
