package io.metasched.service.run;

import java.time.Instant;

/**
 * Reason why a node sells nothing: its machine is not trusted with new windows.
 *
 * @param since time of the last message of its agent, or of the first wrong clock; if the agent has
 *     never reported, time from which its service listens
 */
public record Silence(Cause cause, Instant since) {
  /** Fault of a machine. */
  public enum Cause {
    /** No message from its agent within the silence limit, or none at all. */
    NO_AGENT("no agent"),
    /** Clock offset too large or not measured yet. */
    CLOCK_OFF("clock off");

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
