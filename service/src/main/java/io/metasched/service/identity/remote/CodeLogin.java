package io.metasched.service.identity.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.nimbusds.jose.util.Base64URL;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.metascheduler.program.Sha256;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.TokenRecord;
import io.metasched.service.identity.Issuer;
import io.metasched.service.identity.LoginClient;
import io.metasched.service.identity.SignedToken;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Sign-ins of browsers by authorization code with PKCE. The state, the nonce and the verifier of a
 * sign-in are derived from a random text in a cookie and a secret of this process, so that a flood
 * of sign-ins takes no memory. Thread-safe.
 */
public final class CodeLogin {
  /** Time within which a sign-in must end. */
  public static final Duration LASTS = Duration.ofMinutes(10);

  private static final int BYTES = 32;
  private static final int MOST_USED = 10_000;
  private static final String COOKIE = "[0-9]{1,13}\\.[A-Za-z0-9_-]{43}";

  private final Identities identities;
  private final BoundedFetch fetch = new BoundedFetch();
  private final String url;
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();
  private final SecretKeySpec secret;
  private final Map<String, Boolean> used = // guarded by itself
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
          return size() > MOST_USED;
        }
      };

  /**
   * Start of a sign-in.
   *
   * @param location address of the issuer to which the browser is sent
   * @param cookie text that the browser must send back
   */
  public record Begun(String location, String cookie) {}

  /**
   * Creates sign-ins.
   *
   * @param url URL of the service in browsers
   */
  public CodeLogin(Identities identities, String url, Clock clock) {
    this.identities = identities;
    this.url = url;
    this.clock = clock;
    secret = new SecretKeySpec(draw(), "HmacSHA256");
  }

  private byte[] draw() {
    var bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return bytes;
  }

  private RemoteIssuer remote(String name) {
    return identities
        .named(name)
        .filter(each -> each.issuer().browser().isPresent())
        .orElseThrow(() -> Problem.notFound("issuer for browsers", name));
  }

  private static LoginClient client(Issuer issuer) {
    return issuer.browser().orElseThrow();
  }

  private String redirect(Issuer issuer) {
    return "%s/v1/logins/%s/callback".formatted(url, issuer.name());
  }

  /**
   * Begins a sign-in.
   *
   * @throws Problem if there is no such issuer
   */
  public CompletionStage<Begun> begin(String name) {
    var remote = remote(name);
    var cookie = clock.millis() + "." + Base64URL.encode(draw());
    return remote
        .contents(Optional.empty())
        .thenApply(
            contents -> {
              var place = address(contents.metadata().authorization(), name);
              var fields = new LinkedHashMap<String, String>();
              fields.put("response_type", "code");
              fields.put("client_id", client(remote.issuer()).id());
              fields.put("redirect_uri", redirect(remote.issuer()));
              fields.put("scope", client(remote.issuer()).scope());
              fields.put("state", derived("state", name, cookie));
              fields.put("nonce", derived("nonce", name, cookie));
              fields.put("code_challenge", challenge(derived("verifier", name, cookie)));
              fields.put("code_challenge_method", "S256");
              return new Begun(place + (place.contains("?") ? "&" : "?") + form(fields), cookie);
            });
  }

  /**
   * Ends a sign-in.
   *
   * @param cookie cookie of the sign-in
   * @param query parameters with which the issuer has sent the browser back
   * @return the principal; a {@link Problem} if the sign-in is refused
   * @throws Problem if the sign-in is refused without a request to the issuer
   */
  public CompletionStage<TokenRecord> end(
      String name, Optional<String> cookie, Map<String, String> query) {
    var remote = remote(name);
    var own =
        cookie
            .filter(text -> text.matches(COOKIE))
            .filter(this::isYoung)
            .orElseThrow(() -> refused("it has expired, or began in another browser"));
    if (!isEqual(derived("state", name, own), query.getOrDefault("state", ""))) {
      throw refused("its state is of another sign-in");
    }
    var issuer = query.getOrDefault("iss", remote.issuer().url());
    if (!issuer.equals(remote.issuer().url())) {
      throw refused("the answer is of another issuer");
    }
    if (!query.containsKey("code")) {
      throw refused("the issuer answers " + PrintableText.quoted(query.getOrDefault("error", "")));
    }
    synchronized (used) {
      if (used.put(Sha256.of(own), true) != null) {
        throw refused("it has ended already");
      }
    }
    return remote
        .contents(Optional.empty())
        .thenCompose(
            contents -> {
              var place = address(contents.metadata().token(), name);
              var verifier = derived("verifier", name, own);
              return exchange(remote.issuer(), place, query.getOrDefault("code", ""), verifier);
            })
        .thenCompose(token -> principal(remote, token, derived("nonce", name, own)));
  }

  private CompletionStage<TokenRecord> principal(
      RemoteIssuer remote, SignedToken token, String nonce) {
    token.requireHeader(remote.issuer());
    return remote
        .contents(token.keyId())
        .thenApply(
            contents -> {
              var client = client(remote.issuer());
              var claims =
                  token.ofSignIn(remote.issuer(), contents.keys(), client, nonce, clock.instant());
              return identities.rules().principal(claims, token.end());
            });
  }

  /** Returns the ID token for a code. */
  private CompletionStage<SignedToken> exchange(
      Issuer issuer, String place, String code, String verifier) {
    var client = client(issuer);
    var fields = new LinkedHashMap<String, String>();
    fields.put("grant_type", "authorization_code");
    fields.put("code", code);
    fields.put("redirect_uri", redirect(issuer));
    fields.put("code_verifier", verifier);
    fields.put("client_id", client.id());
    var request =
        HttpRequest.newBuilder(URI.create(place))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form(fields)));
    client
        .secret()
        .map(text -> "%s:%s".formatted(encoded(client.id()), encoded(text)))
        .map(pair -> Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)))
        .ifPresent(pair -> request.header("Authorization", "Basic " + pair));
    return fetch
        .json(request.build())
        .thenApply(json -> SignedToken.parse(idToken(json)))
        .exceptionallyCompose(error -> CompletableFuture.failedFuture(failure(issuer, error)));
  }

  private static String idToken(JsonNode json) {
    return json.path("id_token").asText();
  }

  private static Throwable failure(Issuer issuer, Throwable error) {
    var cause = error.getCause() == null ? error : error.getCause();
    return cause instanceof Problem
        ? cause
        : refused("issuer %s does not accept the code".formatted(issuer.name()));
  }

  /**
   * Returns the address at which a browser ends its session at the issuer of an identity; empty if
   * there is none.
   */
  public CompletionStage<Optional<String>> endSession(String issuerUrl) {
    var remote =
        identities.all().stream()
            .filter(each -> each.issuer().url().equals(issuerUrl))
            .filter(each -> each.issuer().browser().isPresent())
            .findFirst();
    if (remote.isEmpty()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    var fields = new LinkedHashMap<String, String>();
    fields.put("client_id", client(remote.get().issuer()).id());
    fields.put("post_logout_redirect_uri", url + "/");
    return remote
        .get()
        .contents(Optional.empty())
        .thenApply(contents -> contents.metadata().endSession())
        .exceptionally(unavailable -> Optional.empty())
        .thenApply(
            found -> found.map(place -> place + (place.contains("?") ? "&" : "?") + form(fields)));
  }

  private boolean isYoung(String cookie) {
    var begun = Instant.ofEpochMilli(Long.parseLong(cookie.substring(0, cookie.indexOf('.'))));
    var now = clock.instant();
    return !begun.isAfter(now) && begun.plus(LASTS).isAfter(now);
  }

  /** Returns a text that only this process can derive from the cookie. */
  private String derived(String purpose, String issuer, String cookie) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(secret);
      var text = "%s %s %s".formatted(purpose, issuer, cookie);
      return Base64URL.encode(mac.doFinal(text.getBytes(StandardCharsets.UTF_8))).toString();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has HmacSHA256", e);
    }
  }

  private static String challenge(String verifier) {
    return Base64URL.encode(Sha256.digest().digest(verifier.getBytes(StandardCharsets.US_ASCII)))
        .toString();
  }

  private static boolean isEqual(String own, String given) {
    return MessageDigest.isEqual(
        own.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }

  private static String address(Optional<String> place, String issuer) {
    return place.orElseThrow(
        () ->
            new Problem(
                ProblemType.IDENTITY_UNAVAILABLE,
                "issuer %s has no addresses for sign-ins in browsers".formatted(issuer)));
  }

  private static Problem refused(String why) {
    return new Problem(ProblemType.UNAUTHENTICATED, "the sign-in is refused: " + why);
  }

  private static String form(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(each -> each.getKey() + "=" + encoded(each.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
