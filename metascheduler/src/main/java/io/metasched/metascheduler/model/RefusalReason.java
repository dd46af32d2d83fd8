package io.metasched.metascheduler.model;

/** Why a job is refused for good. */
public enum RefusalReason {
  /** It asks for more nodes than there are. */
  NOT_ENOUGH_NODES,
  /** Fewer nodes meet its requirements than it asks for. */
  REQUIREMENTS,
  /** Fewer of the nodes that meet its requirements are ever as cheap as its limit on prices. */
  PRICE_LIMIT,
  /** Its cost limit is below the least that its window could ever cost. */
  BELOW_ANY_PRICE,
  /** Its user's account cannot pay the window. */
  BUDGET,
  /** For too many cycles in a row not even the slots without any VO job had a window for it. */
  NO_WINDOW,
  /** It cannot end by its deadline any more. */
  DEADLINE
}
