package io.metasched.service.agent.link;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.service.run.RunFact;
import java.util.List;

/** Reply of an agent to an order. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
@JsonSubTypes({
  @JsonSubTypes.Type(value = OrderReply.Done.class, name = "done"),
  @JsonSubTypes.Type(value = OrderReply.Failed.class, name = "failed"),
  @JsonSubTypes.Type(value = OrderReply.Facts.class, name = "facts"),
  @JsonSubTypes.Type(value = OrderReply.Piece.class, name = "piece")
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
}
