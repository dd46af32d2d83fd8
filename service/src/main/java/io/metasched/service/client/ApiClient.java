package io.metasched.service.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.service.client.ServiceException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Client of the service's API. */
public final class ApiClient {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration ANSWER = Duration.ofSeconds(100);
  private static final int NOT_MODIFIED = 304;
  private static final int NOT_FOUND = 404;
  private static final int NO_SUCH_RANGE = 416; // for output without bytes

  private final HttpClient http;
  private final String url;
  private final Supplier<String> token;
  private final Optional<LocalConnections> local;
  private final String base;

  private ApiClient(
      String url,
      Supplier<String> token,
      Optional<SSLContext> trust,
      Optional<LocalConnections> local) {
    var builder =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT);
    // otherwise, the client reads the certificates of the JDK, which takes half of the time of a
    // short command
    var tls = url.startsWith("https:") ? trust : Optional.of(trust.orElseGet(ApiClient::noTrust));
    http = tls.map(builder::sslContext).orElse(builder).build();
    this.url = url;
    this.token = token;
    this.local = local;
    base = local.map(LocalConnections::url).orElse(url);
  }

  /**
   * Creates a client that trusts service processes of this user, of root or of the token file's
   * owner.
   */
  public static ApiClient of(String url, Path tokenFile, Optional<Path> authority) {
    return of(url, tokenFile, authority, ServiceUsers.owners(tokenFile));
  }

  /**
   * Creates a client.
   *
   * @param tokenFile file that contains nothing but the token
   * @param authority trusted certificates in PEM, instead of the certificates of the JDK
   * @param users users whose processes may receive the token if the connection is local and not
   *     encrypted
   */
  public static ApiClient of(
      String url, Path tokenFile, Optional<Path> authority, ServiceUsers users) {
    try {
      var token = Files.readString(tokenFile).strip();
      return with(url, () -> token, authority, users);
    } catch (IOException e) {
      throw new ServiceException(
          Kind.UNREACHABLE,
          "the token file %s cannot be read; is the service running, or METASCHED_TOKEN_FILE set?"
              .formatted(tokenFile));
    }
  }

  /**
   * Creates a client whose token may change.
   *
   * @param token token of the next request; empty for none
   */
  public static ApiClient with(
      String url, Supplier<String> token, Optional<Path> authority, ServiceUsers users) {
    var place = url.replaceAll("/+$", "");
    var trust = authority.map(ApiClient::trusting);
    return new ApiClient(place, token, trust, LocalConnections.to(place, users));
  }

  /** TLS context that rejects every server, for a client that does not use TLS. */
  private static SSLContext noTrust() {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[0], null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has TLS", e);
    }
  }

  private static SSLContext trusting(Path authority) {
    try (var stream = Files.newInputStream(authority)) {
      var store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      int number = 0;
      for (var each : CertificateFactory.getInstance("X.509").generateCertificates(stream)) {
        store.setCertificateEntry("authority" + number++, each);
      }
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      var context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new ServiceException(
          Kind.UNREACHABLE,
          "the certificates in %s cannot be read (METASCHED_CA_FILE)".formatted(authority));
    }
  }

  /** Returns a path segment with reserved characters encoded. */
  public static String part(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /**
   * Answer of the service.
   *
   * @param status HTTP status, such as 201
   * @param body body; a problem for a status of 400 and up; missing if the response is empty or not
   *     JSON
   */
  public record Answer(int status, JsonNode body) {}

  /**
   * Sends a request and returns any answer.
   *
   * @throws ServiceException if no complete answer arrives
   */
  public Answer ask(String method, String path, Optional<JsonNode> body, Optional<String> key) {
    var headers = new TreeMap<String, String>();
    key.ifPresent(text -> headers.put("Idempotency-Key", text));
    var response = send(method, path, body, headers);
    try (var stream = response.body()) {
      return new Answer(response.statusCode(), JSON.readTree(stream.readAllBytes()));
    } catch (IOException e) {
      throw new ServiceException(Kind.UNREACHABLE, "incomplete answer from %s".formatted(url));
    }
  }

  /** Returns the resource at a path. */
  public JsonNode get(String path) {
    return json(send("GET", path, Optional.empty(), Map.of()));
  }

  /**
   * Returns the resource at a path after it has changed; empty if it does not change within the
   * service's time limit.
   */
  public Optional<JsonNode> getChanged(String path) {
    var response = send("GET", path, Optional.empty(), Map.of());
    return response.statusCode() == NOT_MODIFIED ? Optional.empty() : Optional.of(json(response));
  }

  /**
   * Sends a request to the path of a job, or of the array or workflow with this id if it is of no
   * job.
   */
  public static <T> T ofJobOrGroup(String id, Function<String, T> request) {
    ServiceException missing = null;
    for (var kind : List.of("jobs", "arrays", "workflows")) {
      try {
        return request.apply("/v1/%s/%s".formatted(kind, part(id)));
      } catch (ServiceException e) {
        if (e.kind() != Kind.NOT_FOUND) {
          throw e;
        }
        missing = missing == null ? e : missing;
      }
    }
    throw Objects.requireNonNull(missing);
  }

  /** Sends a POST; repetitions with an equal key are executed only once. */
  public JsonNode post(String path, JsonNode body, Optional<String> key) {
    var headers = new TreeMap<String, String>();
    key.ifPresent(text -> headers.put("Idempotency-Key", text));
    return json(send("POST", path, Optional.of(body), headers));
  }

  /** Replaces the resource at a path. */
  public JsonNode put(String path, JsonNode body) {
    return json(send("PUT", path, Optional.of(body), Map.of()));
  }

  /** Changes the resource at a path. */
  public JsonNode patch(String path, JsonNode body) {
    return json(send("PATCH", path, Optional.of(body), Map.of()));
  }

  public void delete(String path) {
    json(send("DELETE", path, Optional.empty(), Map.of()));
  }

  /** Returns the stream at a path. */
  public InputStream stream(String path) {
    var response = send("GET", path, Optional.empty(), Map.of());
    if (response.statusCode() >= 300) {
      json(response);
    }
    return response.body();
  }

  /**
   * Completeness marks of an output.
   *
   * @param truncated whether only the beginning of the output is kept
   * @param lost whether a part of the output is lost
   */
  public record OutputMarks(boolean truncated, boolean lost) {}

  /**
   * Returns the marks of the output at a path.
   *
   * @throws ServiceException if the service does not return the marks
   */
  public OutputMarks outputMarks(String path) {
    var response = send("GET", path, Optional.empty(), Map.of("Range", "bytes=0-0"));
    if (response.statusCode() >= 300 && response.statusCode() != NO_SUCH_RANGE) {
      json(response);
    }
    try (var body = response.body()) {
      body.readAllBytes();
    } catch (IOException e) { // the header has arrived already
    }
    return new OutputMarks(
        response.headers().firstValue("Output-Truncated").equals(Optional.of("true")),
        response.headers().firstValue("Output-Lost").equals(Optional.of("true")));
  }

  private HttpResponse<InputStream> send(
      String method, String path, Optional<JsonNode> body, Map<String, String> headers) {
    try {
      var publisher =
          body.isPresent()
              ? HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body.get()))
              : HttpRequest.BodyPublishers.noBody();
      var request =
          HttpRequest.newBuilder(URI.create(base + path))
              .timeout(ANSWER)
              .method(method, publisher)
              .header("Content-Type", "application/json");
      Optional.of(token.get())
          .filter(text -> !text.isEmpty())
          .ifPresent(text -> request.header("Authorization", "Bearer " + text));
      headers.forEach(request::header);
      var response = http.send(request.build(), BodyHandlers.ofInputStream());
      if (local.isPresent() && response.statusCode() == LocalConnections.REFUSED) {
        throw new ServiceException(Kind.UNREACHABLE, local.get().refusal());
      }
      return response;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    } catch (SSLException e) {
      throw new ServiceException(
          Kind.UNREACHABLE,
          "no connection to %s: %s (METASCHED_CA_FILE names its authority)"
              .formatted(url, e.getMessage()));
    } catch (IOException | IllegalArgumentException e) {
      throw new ServiceException(
          Kind.UNREACHABLE, "no service can be reached at %s (METASCHED_URL)".formatted(url));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServiceException(Kind.UNREACHABLE, "interrupted");
    }
  }

  private JsonNode json(HttpResponse<InputStream> response) {
    try (var body = response.body()) {
      var bytes = body.readAllBytes();
      var json = bytes.length == 0 ? JsonNodeFactory.instance.objectNode() : JSON.readTree(bytes);
      if (response.statusCode() < 300) {
        return json;
      }
      var detail = json.path("detail").asText("status " + response.statusCode());
      throw new ServiceException(
          response.statusCode() == NOT_FOUND ? Kind.NOT_FOUND : Kind.REFUSED, detail);
    } catch (IOException e) {
      throw new ServiceException(
          Kind.UNREACHABLE, "the service at %s does not answer in JSON".formatted(url));
    }
  }
}
