package io.metasched.service.identity.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.identity.Issuer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * Addresses of an issuer, as its discovery document names them.
 *
 * @param keys address of the keys
 * @param authorization address for sign-ins in browsers
 * @param token address that issues tokens
 * @param endSession address that ends a session of a browser at the issuer
 */
record IssuerMetadata(
    String keys,
    Optional<String> authorization,
    Optional<String> token,
    Optional<String> endSession) {
  /** Path of the discovery document after the URL of the issuer. */
  static final String PATH = "/.well-known/openid-configuration";

  /**
   * Reads a discovery document.
   *
   * @throws UncheckedIOException if the document is of another issuer, or an address is not https
   */
  static IssuerMetadata of(Issuer issuer, JsonNode json) {
    if (!json.path("issuer").asText().equals(issuer.url())) {
      throw fault("the discovery document of %s is of another issuer".formatted(issuer.url()));
    }
    return new IssuerMetadata(
        address(json, "jwks_uri").orElseThrow(() -> fault("it has no jwks_uri")),
        address(json, "authorization_endpoint"),
        address(json, "token_endpoint"),
        address(json, "end_session_endpoint"));
  }

  private static Optional<String> address(JsonNode json, String name) {
    if (!json.hasNonNull(name)) {
      return Optional.empty();
    }
    var text = json.path(name).asText();
    if (!Issuer.isSafe(text)) {
      throw fault("%s is not https".formatted(name));
    }
    return Optional.of(text);
  }

  private static UncheckedIOException fault(String why) {
    return new UncheckedIOException(new IOException(why));
  }
}
