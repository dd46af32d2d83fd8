package io.metasched.metascheduler.model;

/** Why a job stays in the queue until the next cycle. */
public enum PostponeReason {
  /** No window met its request in the slots of this cycle. */
  NO_ALTERNATIVE,
  /** A job ahead of it found no window, and the policy lets no job pass another. */
  BEHIND_ANOTHER,
  /** The cycle's batch was full. */
  BATCH_FULL,
  /** It may not start within the horizon of this cycle. */
  TOO_EARLY,
  /** It has a window, but one so far ahead that the policy does not book it yet. */
  NOT_YET
}
