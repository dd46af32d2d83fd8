package io.metasched.service.agent.link;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.service.run.RunFact;
import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldRefusal;
import java.util.List;
import java.util.Optional;

/** Reply of an agent to an order. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
@JsonSubTypes({
  @JsonSubTypes.Type(value = OrderReply.Done.class, name = "done"),
  @JsonSubTypes.Type(value = OrderReply.Failed.class, name = "failed"),
  @JsonSubTypes.Type(value = OrderReply.Facts.class, name = "facts"),
  @JsonSubTypes.Type(value = OrderReply.Piece.class, name = "piece"),
  @JsonSubTypes.Type(value = OrderReply.HoldAnswer.class, name = "holdAnswer"),
  @JsonSubTypes.Type(value = OrderReply.Findings.class, name = "findings")
})
public sealed interface OrderReply {
  /** Confirmation that the order has arrived and survives a restart of the agent. */
  record Done() implements OrderReply {}

  /** Rejection of the order. */
  record Failed(String why) implements OrderReply {}

  /** All facts that are not acknowledged. */
  record Facts(List<RunFact> facts) implements OrderReply {
    public Facts {
      facts = List.copyOf(facts);
    }
  }

  /** Piece of output; {@code bytes} is base64. */
  record Piece(
      long offset, String bytes, long total, boolean complete, boolean truncated, boolean lost)
      implements OrderReply {}

  /**
   * Result of a booking.
   *
   * @param held whether all parts are held
   * @param refusal refusal of one part, if none is held
   */
  record HoldAnswer(boolean held, Optional<HoldRefusal> refusal) implements OrderReply {
    /**
     * @throws IllegalArgumentException if the booking is neither held nor refused, or is both
     */
    public HoldAnswer { // a message may lack any field
      if (held == refusal.isPresent()) {
        throw new IllegalArgumentException("a booking is either held or refused");
      }
    }

    static HoldAnswer of(Optional<HoldRefusal> refusal) {
      return new HoldAnswer(refusal.isEmpty(), refusal);
    }
  }

  /** Differences between the holds in the order and those at the site. */
  record Findings(List<HoldFinding> findings) implements OrderReply {
    public Findings {
      findings = List.copyOf(findings);
    }
  }
}
