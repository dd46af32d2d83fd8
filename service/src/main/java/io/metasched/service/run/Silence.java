package io.metasched.service.run;

import java.time.Instant;

/**
 * Reason why a node sells nothing: its machine or its site is not trusted with new windows.
 *
 * @param since time of the last message of its agent, of the first wrong clock, or of the last
 *     reading of its site; if the agent has never reported, time from which its service listens
 */
public record Silence(Cause cause, Instant since) {
  /** Fault of a machine or site. */
  public enum Cause {
    /** No message from its agent within the silence limit, or none at all. */
    NO_AGENT("no agent"),
    /** Clock offset too large or not measured yet. */
    CLOCK_OFF("clock off"),
    /** No recent reading of the site that owns it. */
    SITE_UNREAD("site unread"),
    /** The site that owns it is only observed. */
    SHADOW("shadow");

    private final String label;

    Cause(String label) {
      this.label = label;
    }

    /** Returns the state of the node as text. */
    public String label() {
      return label;
    }
  }
}
