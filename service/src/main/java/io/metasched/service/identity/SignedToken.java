package io.metasched.service.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.metasched.metascheduler.program.PrintableText;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Token in the form of a JWT with a signature, and the checks that it must pass. */
public final class SignedToken {
  /** Highest number of characters of a token. */
  public static final int MOST_CHARACTERS = 16_384;

  /** Permitted difference between the clocks of an issuer and of the service. */
  public static final Duration SKEW = Duration.ofSeconds(60);

  private static final Set<String> TYPES =
      new TreeSet<>(List.of("jwt", "at+jwt", "application/at+jwt"));

  private final SignedJWT jwt;
  private final JWTClaimsSet claims;

  private SignedToken(SignedJWT jwt, JWTClaimsSet claims) {
    this.jwt = jwt;
    this.claims = claims;
  }

  /** Returns whether a text has the form of a JWT, which tokens of the service do not have. */
  public static boolean isJwt(String text) {
    return text.chars().filter(each -> each == '.').count() == 2;
  }

  /**
   * Parses a token, whose contents are not verified yet.
   *
   * @throws io.metasched.service.api.Problem if the text is not a JWT with a signature
   */
  public static SignedToken parse(String text) {
    if (text.length() > MOST_CHARACTERS) {
      throw IdentityClaims.refused("it has more than %d characters".formatted(MOST_CHARACTERS));
    }
    try {
      var jwt = SignedJWT.parse(text);
      return new SignedToken(jwt, jwt.getJWTClaimsSet());
    } catch (ParseException | IllegalArgumentException e) {
      throw IdentityClaims.refused("it is not a JWT with a signature");
    }
  }

  /** Returns the issuer that the token names, which is not verified yet. */
  public String issuer() {
    return String.valueOf(claims.getIssuer());
  }

  /** Returns the id of the key that the token names. */
  public Optional<String> keyId() {
    return Optional.ofNullable(jwt.getHeader().getKeyID());
  }

  /** Throws unless the issuer may use the algorithm and type of the token. */
  public void requireHeader(Issuer issuer) {
    var header = jwt.getHeader();
    var algorithm = header.getAlgorithm().getName();
    if (!issuer.algorithms().contains(algorithm)) {
      throw IdentityClaims.refused(
          "algorithm: allowed is %s, given was %s"
              .formatted(String.join(", ", issuer.algorithms()), PrintableText.quoted(algorithm)));
    }
    var critical = header.getCriticalParams();
    if (critical != null && !critical.isEmpty()) {
      throw IdentityClaims.refused("its header has critical members");
    }
    var type = header.getType();
    if (type != null && !TYPES.contains(type.getType().toLowerCase(Locale.ROOT))) {
      throw IdentityClaims.refused("its type is not JWT or at+jwt");
    }
  }

  /**
   * Returns the claims of an access token.
   *
   * @param keys keys of the issuer
   */
  public IdentityClaims ofAccess(Issuer issuer, List<JWK> keys, Instant now) {
    require(issuer, keys, issuer.audiences(), now);
    return IdentityClaims.of(issuer, claims.getClaims());
  }

  /**
   * Returns the claims of an ID token.
   *
   * @param nonce nonce of the sign-in
   */
  public IdentityClaims ofSignIn(
      Issuer issuer, List<JWK> keys, LoginClient client, String nonce, Instant now) {
    require(issuer, keys, List.of(client.id()), now);
    if (!nonce.equals(claims.getClaim("nonce"))) {
      throw IdentityClaims.refused("its nonce is of another sign-in");
    }
    var party = claims.getClaim("azp");
    if (party == null ? claims.getAudience().size() > 1 : !client.id().equals(party)) {
      throw IdentityClaims.refused("it was issued to another client");
    }
    return IdentityClaims.of(issuer, claims.getClaims());
  }

  /** Returns the time from which the token is refused, with the permitted difference of clocks. */
  public Instant end() {
    return claims.getExpirationTime().toInstant().plus(SKEW);
  }

  private void require(Issuer issuer, List<JWK> keys, List<String> audiences, Instant now) {
    requireHeader(issuer);
    requireSignature(keys);
    if (!issuer.url().equals(claims.getIssuer())) {
      throw IdentityClaims.refused("it is of another issuer");
    }
    if (claims.getAudience().stream().noneMatch(audiences::contains)) {
      throw IdentityClaims.refused(
          "aud: allowed is %s, given was %s"
              .formatted(
                  String.join(", ", audiences),
                  PrintableText.quoted(String.join(", ", claims.getAudience()))));
    }
    if (claims.getExpirationTime() == null || !end().isAfter(now)) {
      throw IdentityClaims.refused("it has expired");
    }
    if (isLater(claims.getNotBeforeTime(), now) || isLater(claims.getIssueTime(), now)) {
      throw IdentityClaims.refused("it is not valid yet");
    }
  }

  private static boolean isLater(@Nullable Date time, Instant now) {
    return time != null && time.toInstant().minus(SKEW).isAfter(now);
  }

  private void requireSignature(List<JWK> keys) {
    var matcher = JWKMatcher.forJWSHeader(jwt.getHeader());
    var found =
        matcher == null ? List.<JWK>of() : new JWKSelector(matcher).select(new JWKSet(keys));
    if (found.isEmpty()) {
      throw IdentityClaims.refused("its key is not a key of the issuer");
    }
    if (found.stream().noneMatch(this::isSignedBy)) {
      throw IdentityClaims.refused("its signature is wrong");
    }
  }

  private boolean isSignedBy(JWK key) {
    try {
      if (key instanceof RSAKey rsa) {
        return jwt.verify(new RSASSAVerifier(rsa));
      } else if (key instanceof ECKey ec) {
        return jwt.verify(new ECDSAVerifier(ec));
      }
      return key instanceof OctetKeyPair pair
          && EdwardsSignature.isOf(pair, jwt.getSigningInput(), jwt.getSignature().decode());
    } catch (JOSEException | IllegalStateException e) {
      return false;
    }
  }
}
