package io.metasched.service.agent.link;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Objects;

/**
 * Secret of an agent's folder. The service accepts messages in the name of an agent only with the
 * secret of its first heartbeat.
 */
public record AgentSecret(String text) {
  public AgentSecret {
    Objects.requireNonNull(text); // a message may lack any field
  }

  /** Compares in constant time. */
  boolean matches(AgentSecret other) {
    return MessageDigest.isEqual(
        text.getBytes(StandardCharsets.UTF_8), other.text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns a constant, so that no log has the secret. */
  @Override
  public String toString() {
    return "AgentSecret[...]";
  }
}
