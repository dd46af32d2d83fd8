package io.metasched.resource.owner;

/** Iterator over the local jobs that arrive on one node. */
public interface LocalArrivals {

  /** Advances to the next arrival; returns false if there is none. */
  boolean advance();

  /** Returns the arrival of the current job, at least 0. */
  long tick();

  /** Returns the length of the current job, at least 1. */
  long lengthTicks();

  /** Returns an empty iterator. */
  static LocalArrivals none() {
    return NoArrivals.INSTANCE;
  }
}
