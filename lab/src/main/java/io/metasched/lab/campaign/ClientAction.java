package io.metasched.lab.campaign;

import java.util.List;

/**
 * Next action of a client.
 *
 * @param pauseMillis pause before the action, in milliseconds
 * @param kind kind of action
 * @param jobs jobs to submit, if any
 * @param choice choice among the available items, such as submitted jobs
 * @param persistent whether the request is repeated, with its key, until it is answered
 * @param again whether the request is repeated even after an answer
 */
record ClientAction(
    long pauseMillis,
    Kind kind,
    List<JobDraft> jobs,
    int choice,
    boolean persistent,
    boolean again) {
  enum Kind {
    SUBMIT,
    BATCH,
    /** Submission of an array. */
    ARRAY,
    /** Submission of a job, or of an array, that waits for an earlier job or array. */
    AFTER,
    /** Submission of a workflow of three jobs. */
    WORKFLOW,
    CANCEL_WORKFLOW,
    CANCEL,
    CANCEL_ARRAY,
    SIGNAL,
    SHOW,
    /** Request for offers; one of them is accepted. */
    OFFER,
    /** Request for offers of which the first is held; one of them is accepted. */
    FIRM,
    RESERVE,
    RELEASE,
    DEPOSIT,
    /** New grant for an account, of which a period ends some seconds later. */
    GRANT,
    DRAIN,
    RESUME
  }
}
