package io.metasched.service.run;

import java.time.Instant;

/**
 * Reason why a node sells nothing: its machine or its site is not trusted with new windows.
 *
 * @param since time of the agent's last message, of the first measurement of a wrong clock, of the
 *     last reading of the site, or of the first report of a refusal; if the agent has never
 *     reported, time from which the service listens
 */
public record Silence(Cause cause, Instant since) {
  /** Fault of a machine or site. */
  public enum Cause {
    NO_AGENT("no agent", "no message of the agent for 10 s, or no message since the service began"),
    CLOCK_OFF("clock off", "the clock of the agent is more than 1 s off, or not measured yet"),
    SITE_UNREAD("site unread", "the agent has not read the site for 30 s, or not yet"),
    NOT_PERMITTED("not permitted", "the site refuses reservations; the agent asks each minute"),
    SHADOW("shadow", "the site is only observed");

    private final String label;
    private final String meaning;

    Cause(String label, String meaning) {
      this.label = label;
      this.meaning = meaning;
    }

    /** Returns the meaning, for the docs. */
    public String meaning() {
      return meaning;
    }

    /** Returns the state of the node as text. */
    public String label() {
      return label;
    }
  }
}
