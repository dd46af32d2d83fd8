package io.metasched.service.campaign;

import java.util.List;

/**
 * What a client does next.
 *
 * @param pauseMillis before it
 * @param kind of it
 * @param jobs that it is about, where it submits some
 * @param choice among what there is to choose from, such as the jobs that were submitted
 * @param persistent whether it is repeated, with its key, until it is answered
 * @param again whether it is repeated though it was answered
 */
record ClientAction(
    long pauseMillis,
    Kind kind,
    List<JobDraft> jobs,
    int choice,
    boolean persistent,
    boolean again) {
  /** What clients do. */
  enum Kind {
    SUBMIT,
    BATCH,
    CANCEL,
    SIGNAL,
    SHOW,
    /** Asks for offers, and takes one up. */
    OFFER,
    /** The same, with the first one held. */
    FIRM,
    RESERVE,
    RELEASE,
    DEPOSIT,
    DRAIN,
    RESUME
  }
}
