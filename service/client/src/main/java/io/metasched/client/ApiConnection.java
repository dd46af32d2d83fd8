package io.metasched.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BinaryNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;

/**
 * Connection to a service, with requests and answers as JSON. Requests are repeated within a time
 * limit if this is safe: see {@link Builder#retryFor}. Thread-safe.
 */
public final class ApiConnection {
  private static final Duration CONNECT = Duration.ofSeconds(10);

  /** Longer than the service lets a request wait for a change. */
  private static final Duration ANSWER = Duration.ofSeconds(100);

  private static final int NOT_MODIFIED = 304;
  private static final int PROBLEMS = 400;
  private static final String KEY = "Idempotency-Key";

  private final HttpClient http;
  private final String url;
  private final Supplier<String> token;
  private final Duration retryFor;

  private ApiConnection(Builder builder) {
    var client =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT);
    // without TLS, the certificates of the JDK need not be read, which takes a good part of a
    // second
    var tls = builder.trust.or(() -> TrustedCertificates.unused(builder.url));
    http = tls.map(client::sslContext).orElse(client).build();
    url = builder.url;
    token = builder.token;
    retryFor = builder.retryFor;
  }

  /**
   * Returns the builder of a connection.
   *
   * @param url URL of the service, such as {@code https://host:8443}
   * @throws IllegalArgumentException if it is not an http or https URL
   */
  public static Builder to(String url) {
    return new Builder(url);
  }

  /**
   * Returns the builder of a connection with the settings of the environment: {@code
   * METASCHED_URL}, {@code METASCHED_TOKEN} or {@code METASCHED_TOKEN_FILE}, and {@code
   * METASCHED_CA_FILE}, of which each is optional.
   */
  public static Builder fromEnvironment() {
    return Builder.from(System.getenv());
  }

  /** Settings of a connection. */
  public static final class Builder {
    private final String url;
    private Supplier<String> token = () -> "";
    private Optional<SSLContext> trust = Optional.empty();
    private Duration retryFor = Duration.ofMinutes(1);

    private Builder(String url) {
      var uri = URI.create(url);
      boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (!isHttp || uri.getHost() == null || uri.getQuery() != null) {
        throw new IllegalArgumentException(
            "URL of the service: allowed is http://HOST:PORT or https://HOST:PORT, given was '%s'"
                .formatted(url));
      }
      this.url = url.replaceAll("/+$", "");
    }

    static Builder from(Map<String, String> environment) {
      var set = new TreeMap<>(environment);
      set.values().removeIf(String::isEmpty);
      var builder = new Builder(set.getOrDefault("METASCHED_URL", "http://127.0.0.1:8080"));
      if (set.containsKey("METASCHED_TOKEN")) {
        builder.token(set.get("METASCHED_TOKEN"));
      } else if (set.containsKey("METASCHED_TOKEN_FILE")) {
        builder.tokenFile(Path.of(set.get("METASCHED_TOKEN_FILE")));
      }
      if (set.containsKey("METASCHED_CA_FILE")) {
        builder.trust(Path.of(set.get("METASCHED_CA_FILE")));
      }
      return builder;
    }

    /** Sets the token. */
    public Builder token(String text) {
      return token(() -> text);
    }

    /** Sets the source of the token, which is called for each request; empty for no token. */
    public Builder token(Supplier<String> source) {
      token = source;
      return this;
    }

    /** Sets the file that contains the token, which is read for each request. */
    public Builder tokenFile(Path file) {
      return token(
          () -> {
            try {
              return Files.readString(file).strip();
            } catch (IOException e) {
              throw new ApiException("the token file %s cannot be read".formatted(file), e);
            }
          });
    }

    /**
     * Sets the trusted certificates, instead of those of the JDK.
     *
     * @param authority file of certificates in PEM
     * @throws IllegalArgumentException if the file cannot be read
     */
    public Builder trust(Path authority) {
      return trust(TrustedCertificates.read(authority));
    }

    /** Sets the TLS context. */
    public Builder trust(SSLContext context) {
      trust = Optional.of(context);
      return this;
    }

    /**
     * Sets the time after the beginning of a request in which it is repeated: 1 minute if not set,
     * 0 for no repetition. The pause before a repetition grows to 5 s, or is the {@code
     * Retry-After} of the answer.
     *
     * <ul>
     *   <li>Any request is repeated after 429 with {@code Retry-After}, and if no connection was
     *       made: the service has not executed it.
     *   <li>After 503 or a lost connection, a request is repeated if a second execution changes
     *       nothing: all methods but POST, and POST with an idempotency key.
     * </ul>
     */
    public Builder retryFor(Duration time) {
      retryFor = time;
      return this;
    }

    /** Returns the connection. The first request connects to the service. */
    public ApiConnection build() {
      return new ApiConnection(this);
    }
  }

  /** Returns a path segment or the value of a parameter with reserved characters encoded. */
  public static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Returns a new idempotency key. */
  public static String newKey() {
    return UUID.randomUUID().toString();
  }

  /**
   * Answer of the service.
   *
   * @param status HTTP status
   * @param headers first value of each header, by its name in lower case
   * @param body body: a missing node if it is empty, a binary node if it is not JSON
   */
  public record Answer(int status, Map<String, String> headers, JsonNode body) {}

  /**
   * Returns the resource at a path.
   *
   * @throws ApiException if the request is refused or not answered
   */
  public JsonNode get(String path) {
    return send("GET", path, Optional.empty(), Map.of()).body();
  }

  /**
   * Returns the resource at a path with the parameters {@code sinceVersion} and {@code wait}; empty
   * if the resource has not changed.
   *
   * @throws ApiException if the request is refused or not answered
   */
  public Optional<JsonNode> getChanged(String path) {
    var answer = send("GET", path, Optional.empty(), Map.of());
    return answer.status() == NOT_MODIFIED ? Optional.empty() : Optional.of(answer.body());
  }

  /**
   * Sends a POST without an idempotency key.
   *
   * @throws ApiException if the request is refused or not answered
   */
  public JsonNode post(String path, JsonNode body) {
    return send("POST", path, Optional.of(body), Map.of()).body();
  }

  /**
   * Sends a POST; repetitions with an equal key are executed only once.
   *
   * @throws ApiException if the request is refused or not answered
   */
  public JsonNode post(String path, JsonNode body, String key) {
    return send("POST", path, Optional.of(body), Map.of(KEY, key)).body();
  }

  /**
   * Sends a request and returns the answer.
   *
   * @param path path with its parameters, which are encoded
   * @throws ApiException if the request is refused or not answered, or the answer is not JSON
   */
  public Answer send(
      String method, String path, Optional<JsonNode> body, Map<String, String> headers) {
    var answer = ask(method, path, body, headers);
    if (answer.status() >= PROBLEMS) {
      throw new ApiException(problem(answer));
    } else if (answer.body().isBinary()) {
      throw new ApiException(
          Problem.untyped(0, "the service at %s does not answer in JSON".formatted(url)));
    }
    return answer;
  }

  /**
   * Sends a request and returns any answer, also a refusal.
   *
   * @throws ApiException if the request is not answered
   */
  public Answer ask(
      String method, String path, Optional<JsonNode> body, Map<String, String> headers) {
    var response = repeated(method, path, body, headers, BodyHandlers.ofByteArray());
    return answer(response, response.body());
  }

  /**
   * Returns the bytes at a path as they arrive. Close the stream.
   *
   * @throws ApiException if the request is refused or not answered
   */
  public InputStream stream(String path) {
    var response = repeated("GET", path, Optional.empty(), Map.of(), BodyHandlers.ofInputStream());
    if (response.statusCode() < PROBLEMS) {
      return response.body();
    }
    try (var body = response.body()) {
      throw new ApiException(problem(answer(response, body.readAllBytes())));
    } catch (IOException e) {
      throw new ApiException("incomplete answer from " + url, e);
    }
  }

  Duration retryFor() {
    return retryFor;
  }

  private <T> HttpResponse<T> repeated(
      String method,
      String path,
      Optional<JsonNode> body,
      Map<String, String> headers,
      BodyHandler<T> handler) {
    boolean isIdempotent = !method.equals("POST") || headers.containsKey(KEY);
    var retry = new Retry(retryFor);
    while (true) {
      try {
        var response = once(request(method, path, body, headers), handler);
        boolean isRefused =
            Retry.isUnexecuted(response) || (Retry.isBusy(response) && isIdempotent);
        if (!isRefused || !retry.pause(Retry.after(response))) {
          return response;
        }
        if (response.body() instanceof InputStream stream) {
          stream.close();
        }
      } catch (SSLHandshakeException e) {
        throw new ApiException("no connection to %s: %s".formatted(url, e.getMessage()), e);
      } catch (ConnectException | HttpConnectTimeoutException e) {
        if (!retry.pause(Duration.ZERO)) {
          throw new ApiException("no service can be reached at " + url, e);
        }
      } catch (IOException e) {
        if (!isIdempotent || !retry.pause(Duration.ZERO)) {
          throw new ApiException("the connection to %s was lost".formatted(url), e);
        }
      }
    }
  }

  private HttpRequest request(
      String method, String path, Optional<JsonNode> body, Map<String, String> headers) {
    var request =
        HttpRequest.newBuilder(URI.create(url + path))
            .timeout(ANSWER)
            .method(
                method,
                body.map(json -> BodyPublishers.ofByteArray(ApiJson.bytes(json)))
                    .orElseGet(BodyPublishers::noBody))
            .header("Content-Type", "application/json");
    var secret = token.get();
    if (!secret.isEmpty()) {
      request.header("Authorization", "Bearer " + secret);
    }
    headers.forEach(request::header);
    return request.build();
  }

  private <T> HttpResponse<T> once(HttpRequest request, BodyHandler<T> handler) throws IOException {
    var response = http.sendAsync(request, handler);
    try {
      // also bounds the time in which the body arrives
      return response.get(ANSWER.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
    } catch (TimeoutException e) {
      response.cancel(true);
      throw new IOException("no complete answer in " + ANSWER.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      response.cancel(true);
      Thread.currentThread().interrupt();
      throw new ApiException("interrupted", e);
    }
  }

  private static Answer answer(HttpResponse<?> response, byte[] bytes) {
    var headers = new TreeMap<String, String>();
    response
        .headers()
        .map()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
    return new Answer(response.statusCode(), headers, json(bytes));
  }

  private static JsonNode json(byte[] bytes) {
    try {
      return ApiJson.parse(bytes);
    } catch (IOException e) {
      return BinaryNode.valueOf(bytes);
    }
  }

  private static Problem problem(Answer answer) {
    if (!answer.body().path("type").isTextual()) {
      var detail = answer.body().path("detail").asText("status " + answer.status());
      return Problem.untyped(answer.status(), detail);
    }
    return ApiJson.read(answer.body(), Problem.class);
  }
}
