package io.metasched.service.site;

import java.util.Objects;

/**
 * Refusal of a hold by a site: nothing is held.
 *
 * @param hold name of the refused hold
 * @param text text of the site, one line; untrusted
 */
public record HoldRefusal(String hold, Reason reason, String text) {
  public HoldRefusal {
    Objects.requireNonNull(hold); // a message may lack any field
    Objects.requireNonNull(reason);
    Objects.requireNonNull(text);
  }

  /** Reason for a refusal. */
  public enum Reason {
    /** The site itself has meanwhile used or reserved the time. */
    TAKEN,
    /** The node is drained, down, silent, or not in the partition. */
    NODE_UNUSABLE,
    /** Another hold has this name. */
    NAME_TAKEN,
    /** No hold has this name. */
    UNKNOWN_NAME,
    /** The agent's user may not reserve time. */
    NOT_PERMITTED,
    /** The site refuses for another reason. */
    OTHER
  }
}
