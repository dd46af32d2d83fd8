package io.metasched.resource.rectangles;

/** Why a structure stays as it is; of several reasons the first in this order. */
public enum RectangleRefusal {
  /** No elements, or less than none. */
  NO_ELEMENTS,
  /** A duration of nothing or less, or a ready time before 0. */
  NO_TIME,
  /** More elements, or ones of higher index, than there are. */
  NO_SUCH_ELEMENTS,
  /** Even a start at the ready time would end after the deadline. */
  DEADLINE_TOO_EARLY,
  /** At no start are enough elements free throughout; or those to be reserved are not. */
  NOT_FREE,
  /** What is to be deleted is not busy throughout. */
  NOT_RESERVED,
  /** What is to be kept is no part of the reservation. */
  NO_PART
}
