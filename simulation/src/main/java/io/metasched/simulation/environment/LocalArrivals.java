package io.metasched.simulation.environment;

/** The local jobs that arrive on one node, one after the other. */
public interface LocalArrivals {

  /** Goes on to the next arrival; false where none comes any more. */
  boolean advance();

  /** When the present job arrives. */
  long tick();

  /** How long the present job is. */
  long lengthTicks();
}
