package io.metasched.service.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Issuer on loopback whose keys, metadata and answers a test determines. */
public final class FakeIssuer implements AutoCloseable {
  private final HttpServer server;
  private final Map<String, Function<String, Answer>> answers = new ConcurrentHashMap<>();
  private final AtomicInteger readings = new AtomicInteger();
  private volatile List<JWK> keys;
  private volatile ECKey key;
  private volatile boolean isAway;

  /** Answer to a request. */
  public record Answer(int status, String json) {}

  public FakeIssuer() throws IOException {
    key = newKey("k1");
    keys = List.of(key);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    server.createContext("/", this::answer);
    server.start();
    on("/keys", body -> new Answer(200, new JWKSet(keys).toPublicJWKSet().toString()));
    on("/.well-known/openid-configuration", body -> new Answer(200, metadata(url())));
  }

  /** Returns a new key. */
  public static ECKey newKey(String id) {
    try {
      return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a discovery document of this issuer that names another issuer. */
  public String metadata(String issuer) {
    return """
    {"issuer": "%1$s", "jwks_uri": "%2$s/keys", "authorization_endpoint": "%2$s/authorize",
     "token_endpoint": "%2$s/token", "device_authorization_endpoint": "%2$s/device",
     "end_session_endpoint": "%2$s/logout", "revocation_endpoint": "%2$s/revoke"}
    """
        .formatted(issuer, url());
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Returns the issuer as the service trusts it. */
  public Issuer issuer() {
    return new Issuer(
        "fake", url(), List.of("metasched"), List.of("ES256"), Optional.empty(), Optional.empty());
  }

  /** Returns a settings file with this issuer, and more members of the issuer and of the file. */
  public String conf(String ofIssuer, String ofFile) {
    return """
    issuers = [{ name = fake, issuer = "%s", audiences = [metasched], algorithms = [ES256] %s }]
    %s
    """
        .formatted(url(), ofIssuer, ofFile);
  }

  /** Sets the answer at a path as a function of the body. */
  public void on(String path, Function<String, Answer> answer) {
    answers.put(path, answer);
  }

  /** Replaces the key. */
  public void rotate(String id) {
    key = newKey(id);
    keys = List.of(key);
  }

  /** Makes the issuer answer with errors, or properly again. */
  public void away(boolean away) {
    isAway = away;
  }

  /** Returns the number of readings of the keys. */
  public int readings() {
    return readings.get();
  }

  public ECKey key() {
    return key;
  }

  /** Returns claims that the service accepts. */
  public JWTClaimsSet.Builder claims(Instant now) {
    return new JWTClaimsSet.Builder()
        .issuer(url())
        .subject("anna-1")
        .audience("metasched")
        .issueTime(Date.from(now))
        .expirationTime(Date.from(now.plusSeconds(300)));
  }

  /** Returns a signed token. */
  public String token(JWTClaimsSet.Builder claims) {
    return token(claims, key, key.getKeyID());
  }

  /** Returns a token signed with another key, or that names another key. */
  public static String token(JWTClaimsSet.Builder claims, ECKey key, String keyId) {
    var header = new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(keyId).build();
    var jwt = new SignedJWT(header, claims.build());
    try {
      jwt.sign(new ECDSASigner(key));
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
    return jwt.serialize();
  }

  private void answer(HttpExchange exchange) throws IOException {
    var path = exchange.getRequestURI().getPath();
    if (path.equals("/keys")) {
      readings.incrementAndGet();
    }
    var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    var known = answers.get(path);
    var answer = isAway || known == null ? new Answer(503, "{}") : known.apply(body);
    var bytes = answer.json().getBytes(StandardCharsets.UTF_8);
    if (answer.status() == 302) {
      exchange.getResponseHeaders().add("Location", answer.json());
    }
    exchange.sendResponseHeaders(answer.status(), bytes.length);
    try (var out = exchange.getResponseBody()) {
      out.write(bytes);
    } catch (IOException e) { // the client has refused the rest
      exchange.close();
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
