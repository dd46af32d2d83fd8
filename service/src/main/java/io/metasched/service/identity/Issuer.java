package io.metasched.service.identity;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Trusted OpenID Connect issuer.
 *
 * @param name name in rules, on buttons and in commands
 * @param url issuer identifier, which tokens contain exactly
 * @param audiences audiences, of which an access token must contain at least one
 * @param algorithms permitted signature algorithms
 * @param browser client for sign-ins in browsers; empty if there are none
 * @param shell public client for sign-ins in shells; empty if there are none
 */
public record Issuer(
    String name,
    String url,
    List<String> audiences,
    List<String> algorithms,
    Optional<LoginClient> browser,
    Optional<LoginClient> shell) {
  /** Signature algorithms with public keys; neither {@code none} nor algorithms with secrets. */
  public static final List<String> ALGORITHMS =
      List.of(
          "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA");

  private static final Set<String> LOOPBACK = new TreeSet<>(List.of("localhost", "127.0.0.1"));

  public Issuer {
    audiences = List.copyOf(audiences);
    algorithms = List.copyOf(algorithms);
  }

  /** Returns whether a URL is https, or http of this machine. */
  public static boolean isSafe(String text) {
    try {
      var url = URI.create(text);
      var host = url.getHost();
      return host != null
          && url.getFragment() == null
          && url.getUserInfo() == null
          && ("https".equals(url.getScheme())
              || ("http".equals(url.getScheme()) && LOOPBACK.contains(host)));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
