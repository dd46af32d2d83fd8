package io.metasched.resource.rectangles;

/**
 * Reason why an operation was refused; if several apply, the first of them in the order of
 * declaration.
 */
public enum RectangleRefusal {
  /** Number of elements below 1. */
  NO_ELEMENTS,
  /** Duration below 1 tick, or ready time before 0. */
  NO_TIME,
  /** More elements than the cluster has, or an index of an element that does not exist. */
  NO_SUCH_ELEMENTS,
  /** Deadline too early even for a start at the ready time. */
  DEADLINE_TOO_EARLY,
  /** No start with enough elements free throughout, or an element to reserve that is not free. */
  NOT_FREE,
  /** Element to delete that is not busy throughout. */
  NOT_RESERVED
}
