package io.metasched.service.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.EdECPublicKey;
import java.time.Instant;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens that an attacker may send, each of which is refused. */
class TokenAttacksTest {
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
  private static final Issuer ISSUER =
      new Issuer(
          "id",
          "https://id.example.org",
          List.of("metasched", "https://metasched.example.org"),
          List.of("ES256"),
          Optional.of(new LoginClient("web", Optional.empty(), List.of("openid"))),
          Optional.empty());

  private final ECKey key = FakeIssuer.newKey("k1");

  private static JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer(ISSUER.url())
        .subject("s")
        .audience("metasched")
        .expirationTime(Date.from(NOW.plusSeconds(60)));
  }

  private String token(JWTClaimsSet.Builder claims) {
    return FakeIssuer.token(claims, key, "k1");
  }

  private IdentityClaims check(String token) {
    return check(ISSUER, token, key);
  }

  private static IdentityClaims check(Issuer issuer, String token, JWK key) {
    return SignedToken.parse(token).ofAccess(issuer, List.of(key.toPublicJWK()), NOW);
  }

  private void assertRefused(String token, String why) {
    assertThatThrownBy(() -> check(token))
        .isInstanceOfSatisfying(
            Problem.class,
            problem -> assertThat(problem.type()).isEqualTo(ProblemType.UNAUTHENTICATED))
        .hasMessageContaining(why)
        .hasMessageNotContaining(token);
  }

  @Test
  void acceptsAProperToken() {
    assertThat(check(token(claims())).subject()).isEqualTo("s");
  }

  @Test
  void refusesAlgorithmNone() {
    assertRefused(new PlainJWT(claims().build()).serialize(), "not a JWT with a signature");
    var header = Base64URL.encode("{\"alg\":\"none\"}");
    assertRefused(header + "." + Base64URL.encode("{}") + ".", "not a JWT with a signature");
  }

  @Test
  void refusesAnHmacWithThePublicKeyAsSecret() throws Exception {
    var secret = key.toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8);
    var jwt = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims().build());
    jwt.sign(new MACSigner(secret));

    assertRefused(jwt.serialize(), "algorithm: allowed is ES256, given was \"HS256\"");
  }

  @Test
  void refusesAnAlgorithmThatTheIssuerMayNotUse() throws Exception {
    var rsa = new RSAKeyGenerator(2048).keyID("k1").generate();
    var jwt = new SignedJWT(new JWSHeader(JWSAlgorithm.RS256), claims().build());
    jwt.sign(new RSASSASigner(rsa));

    assertRefused(jwt.serialize(), "algorithm");
  }

  @Test
  void refusesAKeyInTheTokenItself() throws Exception {
    var own = FakeIssuer.newKey("k1");
    var header = new JWSHeader.Builder(JWSAlgorithm.ES256).jwk(own.toPublicJWK()).keyID("k1");
    var jwt = new SignedJWT(header.build(), claims().build());
    jwt.sign(new ECDSASigner(own));

    assertRefused(jwt.serialize(), "its signature is wrong");
  }

  @Test
  void refusesAnotherKeyWithTheSameId() {
    assertRefused(
        FakeIssuer.token(claims(), FakeIssuer.newKey("k1"), "k1"), "its signature is wrong");
  }

  @Test
  void refusesAnUnknownKey() {
    assertRefused(FakeIssuer.token(claims(), key, "k2"), "its key is not a key of the issuer");
  }

  @Test
  void refusesChangedClaims() {
    var parts = token(claims()).split("\\.", -1);
    var other = token(claims().subject("root")).split("\\.", -1);

    assertRefused(parts[0] + "." + other[1] + "." + parts[2], "its signature is wrong");
  }

  @ParameterizedTest
  @ValueSource(strings = {"web", "METASCHED", "metasched "})
  void refusesAnotherAudience(String audience) {
    assertRefused(token(claims().audience(audience)), "aud: allowed is metasched");
  }

  @Test
  void refusesAMissingAudience() {
    assertRefused(token(claims().audience(List.of())), "aud");
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://id.example.org/", "https://ID.example.org", ""})
  void refusesAnotherIssuer(String issuer) {
    assertRefused(token(claims().issuer(issuer)), "it is of another issuer");
  }

  @ParameterizedTest
  @CsvSource({"-60, false", "-59, true", "300, true"})
  void expiresWithTheDifferenceOfClocks(long seconds, boolean isAccepted) {
    var token = token(claims().expirationTime(Date.from(NOW.plusSeconds(seconds))));
    if (isAccepted) {
      assertThat(check(token).subject()).isEqualTo("s");
    } else {
      assertRefused(token, "it has expired");
    }
  }

  @Test
  void refusesATokenWithoutAnEnd() {
    assertRefused(token(claims().expirationTime(null)), "it has expired");
  }

  @ParameterizedTest
  @CsvSource({"60, true", "61, false"})
  void beginsWithTheDifferenceOfClocks(long seconds, boolean isAccepted) {
    var time = Date.from(NOW.plusSeconds(seconds));
    for (var claims : List.of(claims().notBeforeTime(time), claims().issueTime(time))) {
      if (isAccepted) {
        assertThat(check(token(claims)).subject()).isEqualTo("s");
      } else {
        assertRefused(token(claims), "it is not valid yet");
      }
    }
  }

  @Test
  void refusesAnOversizedToken() {
    assertRefused(token(claims().claim("x", "x".repeat(16_384))), "more than 16384 characters");
  }

  @Test
  void refusesCriticalMembersAndOtherTypes() throws Exception {
    var critical =
        new JWSHeader.Builder(JWSAlgorithm.ES256)
            .keyID("k1")
            .criticalParams(Set.of("x"))
            .customParam("x", 1)
            .build();
    var jwt = new JWSObject(critical, new Payload(claims().build().toJSONObject()));
    jwt.sign(new ECDSASigner(key, Set.of()));
    assertRefused(jwt.serialize(), "critical");

    var typed =
        new JWSHeader.Builder(JWSAlgorithm.ES256)
            .keyID("k1")
            .type(new JOSEObjectType("logout+jwt"))
            .build();
    var other = new SignedJWT(typed, claims().build());
    other.sign(new ECDSASigner(key));
    assertRefused(other.serialize(), "its type is not JWT or at+jwt");
  }

  @Test
  void refusesTextThatIsNoToken() {
    for (var text : List.of("..", "a.b.c", "e30.e30.e30", "{}.{}.{}", "\0.\0.\0")) {
      assertRefused(text, "not a JWT with a signature");
    }
  }

  @Test
  void refusesHostileClaims() {
    assertRefused(token(claims().subject("")), "sub: allowed");
    assertRefused(token(claims().subject("s\nroot")), "sub: allowed");
    assertRefused(token(claims().subject("s".repeat(256))), "sub: allowed");
    assertRefused(token(claims().claim("groups", List.of("g".repeat(513)))), "groups: allowed");
    assertRefused(token(claims().claim("groups", List.of(List.of("g")))), "groups: allowed");
    assertRefused(
        token(claims().claim("groups", Collections.nCopies(501, "g"))),
        "groups: allowed are 500 values, given were 501");
    assertRefused(token(claims().claim("wlcg.ver", "2.0")), "wlcg.ver");
  }

  @ParameterizedTest
  @CsvSource({
    "other, web, , its nonce is of another sign-in",
    "n, web;other, , it was issued to another client",
    "n, web, other, it was issued to another client",
    "n, metasched, , aud: allowed is web"
  })
  void refusesTheIdTokenOfAnotherSignIn(String nonce, String audiences, String party, String why) {
    var claims = claims().audience(List.of(audiences.split(";", -1))).claim("nonce", nonce);
    var token = SignedToken.parse(token(claims.claim("azp", party)));
    var client = ISSUER.browser().orElseThrow();

    assertThatThrownBy(() -> token.ofSignIn(ISSUER, List.of(key.toPublicJWK()), client, "n", NOW))
        .isInstanceOf(Problem.class)
        .hasMessageContaining(why);
  }

  @Test
  void acceptsTheIdTokenOfItsSignIn() {
    var claims = claims().audience(List.of("web", "x")).claim("nonce", "n").claim("azp", "web");
    var client = ISSUER.browser().orElseThrow();

    assertThat(
            SignedToken.parse(token(claims))
                .ofSignIn(ISSUER, List.of(key.toPublicJWK()), client, "n", NOW)
                .subject())
        .isEqualTo("s");
  }

  private static Issuer using(String algorithm) {
    return new Issuer(
        "id",
        ISSUER.url(),
        ISSUER.audiences(),
        List.of(algorithm),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void acceptsRsaSignaturesOfBothKinds() throws Exception {
    RSAKey rsa = new RSAKeyGenerator(2048).keyID("r").generate();
    for (var algorithm : List.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256)) {
      var jwt = new SignedJWT(new JWSHeader(algorithm), claims().build());
      jwt.sign(new RSASSASigner(rsa));

      assertThat(check(using(algorithm.getName()), jwt.serialize(), rsa).subject()).isEqualTo("s");
    }
  }

  @Test
  void checksEdwardsSignatures() throws Exception {
    var pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    var point = ((EdECPublicKey) pair.getPublic()).getPoint();
    var bytes = new byte[32];
    var bigEndian = point.getY().toByteArray();
    for (int i = 0; i < Math.min(32, bigEndian.length); i++) {
      bytes[i] = bigEndian[bigEndian.length - 1 - i];
    }
    bytes[31] |= (byte) (point.isXOdd() ? 0x80 : 0);
    var jwk = new OctetKeyPair.Builder(Curve.Ed25519, Base64URL.encode(bytes)).build();
    var text =
        Base64URL.encode("{\"alg\":\"EdDSA\"}") + "." + claims().build().toPayload().toBase64URL();
    var signer = Signature.getInstance("Ed25519");
    signer.initSign(pair.getPrivate());
    signer.update(text.getBytes(StandardCharsets.US_ASCII));
    var signature = signer.sign();

    var good = text + "." + Base64URL.encode(signature);
    assertThat(check(using("EdDSA"), good, jwk).subject()).isEqualTo("s");
    signature[5] ^= 1;
    var bad = text + "." + Base64URL.encode(signature);
    assertThatThrownBy(() -> check(using("EdDSA"), bad, jwk))
        .hasMessageContaining("its signature is wrong");
  }
}
