package io.metasched.resource.owner;

/** Why an owner refuses; reports count these. */
public enum Refusal {
  /** Some of the span has been taken since the version the plan was made on. */
  SLOT_TAKEN,
  /** Some of the span was not vacant even in that version: the plan is wrong. */
  NEVER_OFFERED,
  /** The span begins before the present. */
  IN_THE_PAST,
  /** The job holds another span of the node already. */
  HELD_OTHERWISE,
  /** There is no such hold, or it has lapsed. */
  UNKNOWN_HOLD,
  /** The owner of the node has terminated. */
  OWNER_LOST
}
