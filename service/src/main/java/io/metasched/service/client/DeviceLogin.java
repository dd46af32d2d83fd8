package io.metasched.service.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.service.client.ServiceException.Kind;
import io.metasched.service.identity.Issuer;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Sign-in of a shell at an issuer by device code (RFC 8628), and renewal of its access token. */
public final class DeviceLogin {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration ANSWER = Duration.ofSeconds(20);
  private static final int MOST_BYTES = 256 * 1024;
  private static final long USUAL_SECONDS = 300;

  /** Time before the end of an access token from which it is renewed. */
  private static final Duration EARLY = Duration.ofSeconds(30);

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(ANSWER)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  /**
   * Code that a user enters at the issuer.
   *
   * @param place address at which the user enters the code
   * @param wholePlace address that includes the code
   * @param seconds time between two requests for the token
   */
  public record Code(
      String place,
      String code,
      Optional<String> wholePlace,
      String deviceCode,
      long seconds,
      Instant end,
      StoredLogin login) {}

  private record Reply(int status, JsonNode json) {
    boolean isGood() {
      return status == 200;
    }

    String error() {
      return json.path("error").asText("status " + status);
    }
  }

  /**
   * Returns a new code of an issuer for a client.
   *
   * @param audience audience of access tokens, for issuers that need this parameter
   */
  public Code begin(String service, String issuer, String client, String scope, String audience) {
    requireSafe(issuer);
    var metadata = send(issuer.replaceFirst("/$", "") + "/.well-known/openid-configuration", null);
    if (!metadata.isGood() || !metadata.json().path("issuer").asText().equals(issuer)) {
      throw refused("issuer %s has no discovery document of its own".formatted(issuer));
    }
    var place = address(metadata.json(), "device_authorization_endpoint");
    var fields = new TreeMap<>(Map.of("client_id", client, "scope", scope, "audience", audience));
    var reply = send(place, fields);
    var json = reply.json();
    if (!reply.isGood() || !json.hasNonNull("device_code") || !json.hasNonNull("user_code")) {
      throw refused("the issuer gives no device code: " + reply.error());
    }
    var login =
        new StoredLogin(
            service,
            client,
            audience,
            address(metadata.json(), "token_endpoint"),
            Optional.of(metadata.json().path("revocation_endpoint").asText())
                .filter(Issuer::isSafe),
            "",
            Instant.EPOCH,
            Optional.empty());
    return new Code(
        json.path("verification_uri").asText(),
        json.path("user_code").asText(),
        Optional.ofNullable(json.path("verification_uri_complete").textValue()),
        json.path("device_code").asText(),
        Math.max(0, json.path("interval").asLong(5)),
        Instant.now().plusSeconds(json.path("expires_in").asLong(USUAL_SECONDS)),
        login);
  }

  /** Waits until the user has entered the code, and returns the sign-in. */
  public StoredLogin await(Code code) throws InterruptedException {
    var fields =
        new TreeMap<>(
            Map.of(
                "grant_type",
                "urn:ietf:params:oauth:grant-type:device_code",
                "device_code",
                code.deviceCode(),
                "client_id",
                code.login().client(),
                "audience",
                code.login().audience()));
    long seconds = code.seconds();
    while (Instant.now().isBefore(code.end())) {
      Thread.sleep(Duration.ofSeconds(seconds).toMillis());
      var reply = send(code.login().tokenAddress(), fields);
      if (reply.isGood()) {
        return with(code.login(), reply.json());
      } else if (reply.error().equals("slow_down")) {
        seconds += 5;
      } else if (!reply.error().equals("authorization_pending")) {
        throw refused("the issuer refuses the sign-in: " + reply.error());
      }
    }
    throw refused("the code has expired");
  }

  private static StoredLogin with(StoredLogin login, JsonNode json) {
    if (!json.hasNonNull("access_token")) {
      throw refused("the issuer gives no access token");
    }
    return new StoredLogin(
        login.service(),
        login.client(),
        login.audience(),
        login.tokenAddress(),
        login.revocation(),
        json.path("access_token").asText(),
        Instant.now().plusSeconds(json.path("expires_in").asLong(USUAL_SECONDS)),
        Optional.ofNullable(json.path("refresh_token").textValue()).or(login::refreshToken));
  }

  private static boolean isFresh(StoredLogin login) {
    return Instant.now().plus(EARLY).isBefore(login.expires());
  }

  /** Returns a sign-in in a file, which is renewed if its access token is about to end. */
  public StoredLogin fresh(Path file, StoredLogin known) {
    return isFresh(known) ? known : renew(file);
  }

  /** Renews a sign-in in a file if its access token is about to end, and returns it. */
  public StoredLogin renew(Path file) {
    return StoredLogin.replace(file, login -> isFresh(login) ? login : renewed(login));
  }

  private StoredLogin renewed(StoredLogin login) {
    var token =
        login
            .refreshToken()
            .orElseThrow(() -> refused("the sign-in has ended: run 'metasched login' again"));
    var fields =
        new TreeMap<>(
            Map.of(
                "grant_type",
                "refresh_token",
                "refresh_token",
                token,
                "client_id",
                login.client(),
                "audience",
                login.audience()));
    var reply = send(login.tokenAddress(), fields);
    if (reply.status() >= 500) {
      throw new ServiceException(
          Kind.UNREACHABLE, "the issuer cannot renew the sign-in now: " + reply.error());
    }
    if (!reply.isGood()) {
      throw refused(
          "the issuer does not renew the sign-in (%s): run 'metasched login' again"
              .formatted(reply.error()));
    }
    return with(login, reply.json());
  }

  /** Revokes the refresh token at the issuer; returns whether the issuer has done so. */
  public boolean revoke(StoredLogin login) {
    if (login.revocation().isEmpty() || login.refreshToken().isEmpty()) {
      return false;
    }
    var fields =
        new TreeMap<>(Map.of("token", login.refreshToken().get(), "client_id", login.client()));
    try {
      return send(login.revocation().get(), fields).isGood();
    } catch (ServiceException e) {
      return false;
    }
  }

  private static String address(JsonNode metadata, String name) {
    var text = metadata.path(name).asText();
    if (text.isEmpty()) {
      throw refused("the issuer has no %s".formatted(name));
    }
    requireSafe(text);
    return text;
  }

  private static void requireSafe(String url) {
    if (!Issuer.isSafe(url)) {
      throw refused("%s is neither https nor of this machine".formatted(url));
    }
  }

  private static ServiceException refused(String why) {
    return new ServiceException(Kind.REFUSED, PrintableText.replaced(why));
  }

  private Reply send(String url, @Nullable Map<String, String> fields) {
    var request = HttpRequest.newBuilder(URI.create(url)).timeout(ANSWER);
    if (fields != null) {
      var form =
          fields.entrySet().stream()
              .map(each -> each.getKey() + "=" + encoded(each.getValue()))
              .collect(Collectors.joining("&"));
      request
          .header("Content-Type", "application/x-www-form-urlencoded")
          .POST(HttpRequest.BodyPublishers.ofString(form));
    }
    try {
      var response = http.send(request.build(), BodyHandlers.ofInputStream());
      try (var body = response.body()) {
        var bytes = body.readNBytes(MOST_BYTES);
        var json = bytes.length == 0 ? JSON.createObjectNode() : JSON.readTree(bytes);
        return new Reply(response.statusCode(), json);
      }
    } catch (JsonProcessingException e) {
      throw new ServiceException(
          Kind.UNREACHABLE, "the issuer does not answer with JSON at %s".formatted(url));
    } catch (IOException e) {
      throw new ServiceException(
          Kind.UNREACHABLE, "the issuer cannot be reached at %s".formatted(url));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException(Kind.UNREACHABLE, "interrupted");
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
