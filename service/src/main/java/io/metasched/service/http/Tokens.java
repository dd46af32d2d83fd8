package io.metasched.service.http;

import io.metasched.metascheduler.program.Sha256;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.BookState;
import io.metasched.service.book.TokenRecord;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;

/** Bearer tokens: 256 random bits, stored as their SHA-256. */
public final class Tokens {
  private static final int BYTES = 32;
  private static final String PREFIX = "mst_";
  private static final String BEARER = "Bearer ";

  private static final SecureRandom RANDOM = new SecureRandom();

  private Tokens() {}

  /** Returns a new random token. */
  public static String draw() {
    var bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return PREFIX + HexFormat.of().formatHex(bytes);
  }

  /** Returns the token of an Authorization header. */
  static String bearer(String header) {
    if (!header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      throw new Problem(ProblemType.UNAUTHENTICATED, "Authorization must be Bearer and a token");
    }
    return header.substring(BEARER.length());
  }

  /**
   * Returns the record of a token. The lookup is by digest, so that the time of the lookup reveals
   * nothing about the token.
   */
  static TokenRecord known(String text, BookState state, Instant now) {
    var token = state.tokens().get(Sha256.of(text.strip()));
    if (token.isEmpty()) {
      throw new Problem(ProblemType.UNAUTHENTICATED, "the token is unknown");
    }
    if (hasExpired(token.get(), now)) {
      throw new Problem(ProblemType.UNAUTHENTICATED, "the token has expired");
    }
    return token.get();
  }

  static boolean hasExpired(TokenRecord token, Instant now) {
    return token.expires().filter(end -> !end.isAfter(now)).isPresent();
  }

  /** Returns whether a token that was valid once is neither revoked nor expired. */
  static boolean isStillGood(TokenRecord token, BookState state, Instant now) {
    boolean isKnown =
        token.isStored()
            ? state.tokens().get(token.sha256()).isPresent()
            : token.origin().isPresent(); // a checked token of an issuer, which cannot be revoked
    return isKnown && !hasExpired(token, now);
  }
}
