package io.metasched.service.run;

import java.time.Instant;

/**
 * Why the machine of a node is not trusted with new windows, so that the node sells nothing.
 *
 * @param since the last message of its agent, or when the clock was first found to be off; where
 *     nothing came of an agent, when its service began to listen
 */
public record Silence(Cause cause, Instant since) {
  /** What is wrong with a machine. */
  public enum Cause {
    /** No message of its agent has arrived for long, or ever. */
    NO_AGENT("no agent"),
    /** Its clock is off, or was not measured yet. */
    CLOCK_OFF("clock off");

    private final String label;

    Cause(String label) {
      this.label = label;
    }

    /** The state of the node, in words. */
    public String label() {
      return label;
    }
  }
}
