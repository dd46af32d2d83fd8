package io.metasched.service.identity;

import java.util.List;
import java.util.Optional;

/**
 * Registration of the service, or of its commands, as a client of an issuer.
 *
 * @param id client id
 * @param secret client secret; empty for a public client
 * @param scopes requested scopes
 */
public record LoginClient(String id, Optional<String> secret, List<String> scopes) {
  public LoginClient {
    scopes = List.copyOf(scopes);
  }

  /** Returns the scopes as a parameter of a request. */
  public String scope() {
    return String.join(" ", scopes);
  }

  @Override
  public String toString() {
    return "LoginClient[id=%s, scopes=%s]".formatted(id, scopes); // without the secret
  }
}
