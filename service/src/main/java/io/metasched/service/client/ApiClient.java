package io.metasched.service.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.client.ApiConnection;
import io.metasched.client.ApiException;
import io.metasched.service.client.ServiceException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;

/**
 * Client of the commands: a connection that checks who receives the token, repeats nothing, and
 * whose messages name the settings of the commands.
 */
public final class ApiClient {
  /** Beginning of the paths of workflows. */
  public static final String WORKFLOWS = "/v1/workflows/";

  private static final int BAD_REQUEST = 400;
  private static final int NOT_FOUND = 404;
  private static final int NO_SUCH_RANGE = 416; // for output without bytes
  private static final int UNPROCESSABLE = 422;

  private final ApiConnection connection;
  private final String url;
  private final Optional<LocalConnections> local;

  private ApiClient(
      String url,
      Supplier<String> token,
      Optional<Path> authority,
      Optional<LocalConnections> local) {
    var builder = ApiConnection.to(local.map(LocalConnections::url).orElse(url));
    builder.token(token).retryFor(Duration.ZERO);
    authority.ifPresent(file -> trust(builder, file));
    connection = builder.build();
    this.url = url;
    this.local = local;
  }

  private static void trust(ApiConnection.Builder builder, Path authority) {
    try {
      builder.trust(authority);
    } catch (IllegalArgumentException e) {
      throw new ServiceException(
          Kind.UNREACHABLE,
          "the certificates in %s cannot be read (METASCHED_CA_FILE)".formatted(authority));
    }
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
    return new ApiClient(place, token, authority, LocalConnections.to(place, users));
  }

  /** Returns a path segment with reserved characters encoded. */
  public static String part(String text) {
    return ApiConnection.encoded(text);
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
    var answer = answer(method, path, body, headers(key));
    return new Answer(answer.status(), answer.body());
  }

  /** Returns the resource at a path. */
  public JsonNode get(String path) {
    return send("GET", path, Optional.empty(), Optional.empty());
  }

  /**
   * Returns the resource at a path after it has changed; empty if it does not change within the
   * service's time limit.
   */
  public Optional<JsonNode> getChanged(String path) {
    return call(() -> connection.getChanged(path));
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
    return send("POST", path, Optional.of(body), key);
  }

  /** Replaces the resource at a path. */
  public JsonNode put(String path, JsonNode body) {
    return send("PUT", path, Optional.of(body), Optional.empty());
  }

  /** Changes the resource at a path. */
  public JsonNode patch(String path, JsonNode body) {
    return send("PATCH", path, Optional.of(body), Optional.empty());
  }

  public void delete(String path) {
    send("DELETE", path, Optional.empty(), Optional.empty());
  }

  /** Returns the stream at a path. */
  public InputStream stream(String path) {
    return call(() -> connection.stream(path));
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
    var answer = answer("GET", path, Optional.empty(), Map.of("Range", "bytes=0-0"));
    if (answer.status() >= 300 && answer.status() != NO_SUCH_RANGE) {
      throw refused(
          answer.status(), answer.body().path("detail").asText("status " + answer.status()));
    }
    return new OutputMarks(
        "true".equals(answer.headers().get("output-truncated")),
        "true".equals(answer.headers().get("output-lost")));
  }

  private JsonNode send(String method, String path, Optional<JsonNode> body, Optional<String> key) {
    var answer = call(() -> connection.send(method, path, body, headers(key)).body());
    return answer.isMissingNode() ? JsonNodeFactory.instance.objectNode() : answer;
  }

  private static Map<String, String> headers(Optional<String> key) {
    return key.map(text -> Map.of("Idempotency-Key", text)).orElse(Map.of());
  }

  private ApiConnection.Answer answer(
      String method, String path, Optional<JsonNode> body, Map<String, String> headers) {
    var answer = call(() -> connection.ask(method, path, body, headers));
    if (answer.status() == LocalConnections.REFUSED) {
      throw refused(answer.status(), "");
    }
    return answer;
  }

  private <T> T call(Supplier<T> request) {
    try {
      return request.get();
    } catch (ApiException e) {
      throw e.isUnanswered() ? unanswered(e) : refused(e.status(), e.problem().detail());
    }
  }

  private ServiceException refused(int status, String detail) {
    if (local.isPresent() && status == LocalConnections.REFUSED) {
      return new ServiceException(Kind.UNREACHABLE, local.get().refusal());
    }
    var kind =
        switch (status) {
          case NOT_FOUND -> Kind.NOT_FOUND;
          case BAD_REQUEST, UNPROCESSABLE -> Kind.INVALID;
          default -> Kind.REFUSED;
        };
    return new ServiceException(kind, detail);
  }

  private ServiceException unanswered(ApiException failure) {
    if (failure.getCause() instanceof SSLException) {
      return new ServiceException(
          Kind.UNREACHABLE, failure.getMessage() + " (METASCHED_CA_FILE names its authority)");
    }
    return new ServiceException(
        Kind.UNREACHABLE,
        failure.getCause() == null
            ? "the service at %s does not answer in JSON".formatted(url)
            : "no service can be reached at %s (METASCHED_URL)".formatted(url));
  }
}
