package io.metasched.resource.owner;

/** Reason why an owner refuses; reports count these reasons. */
public enum Refusal {
  /** Span partly taken since the version on which the plan was made. */
  SLOT_TAKEN,
  /** Span not wholly vacant even in the version on which the plan was made: the plan is wrong. */
  NEVER_OFFERED,
  /** Start of the span in the past. */
  IN_THE_PAST,
  /** Hold of the job on another span of the node. */
  HELD_OTHERWISE,
  /** Hold that does not exist or has expired. */
  UNKNOWN_HOLD,
  /** Owner of the node terminated. */
  OWNER_LOST
}
