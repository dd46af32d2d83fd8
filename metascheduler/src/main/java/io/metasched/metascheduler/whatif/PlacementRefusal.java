package io.metasched.metascheduler.whatif;

/** Why a request has no reservation; of several reasons the first in this order. */
public enum PlacementRefusal {
  /** Its window is shorter than its duration. */
  WINDOW_TOO_SHORT,
  /** It could not end in time even if it began at once. */
  IN_THE_PAST,
  /** Fewer clusters than it needs have the processors. */
  TOO_MANY_PROCESSORS,
  /** Fewer clusters than it needs have answered the probe. */
  NO_ANSWER,
  /** At no start that was probed as many clusters as it needs are available. */
  NONE_AVAILABLE,
  /** Each placement that was tried had been taken, or was rated available without being free. */
  NONE_RESERVABLE,
  /** A part of a placement that was tried in vain has begun before it could be given up. */
  PART_BEGUN
}
