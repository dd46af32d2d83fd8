package io.metasched.metascheduler.model;

/** Reason why a job stays in the queue until the next cycle. */
public enum PostponeReason {
  /** No window for the job's request in the slots of this cycle. */
  NO_ALTERNATIVE,
  /** No window for an earlier job, under a policy that lets no job pass another. */
  BEHIND_ANOTHER,
  /** Batch of the cycle full. */
  BATCH_FULL,
  /** Earliest start beyond the horizon of this cycle. */
  TOO_EARLY,
  /** Window too far in the future for the policy to book it yet. */
  NOT_YET,
  /** No plan of the whole workflow of the job within slots, money and deadline. */
  NO_PLAN,
  /** Predecessor in the workflow of the job that has no window. */
  PREDECESSOR
}
