package io.metasched.metascheduler.whatif;

/**
 * Reason why a request has no reservation; if several apply, the first of them in the order of
 * declaration.
 */
public enum PlacementRefusal {
  /** Window shorter than the duration. */
  WINDOW_TOO_SHORT,
  /** End after the due time even with an immediate start. */
  IN_THE_PAST,
  /** Fewer clusters with enough processors than required. */
  TOO_MANY_PROCESSORS,
  /** Fewer clusters that answered the probe than required. */
  NO_ANSWER,
  /** No probed start at which enough clusters are available. */
  NONE_AVAILABLE,
  /** All tried placements taken meanwhile, or rated as available although not free. */
  NONE_RESERVABLE,
  /** Part of a failed placement begun before it could be withdrawn. */
  PART_BEGUN
}
