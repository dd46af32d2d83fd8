package io.metasched.service.http;

import akka.http.javadsl.model.ContentType;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.headers.RawHeader;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.plan.JobCommands.Outcome;
import io.metasched.service.plan.JobCommands.Result;
import java.util.concurrent.CompletionException;

/** Responses in the format of the server. */
final class HttpReplies {
  private static final ContentType PROBLEM = ContentTypes.parse("application/problem+json");
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private HttpReplies() {}

  private static byte[] bytes(JsonNode json) {
    try {
      return MAPPER.writeValueAsBytes(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  static HttpResponse json(int status, JsonNode json) {
    return HttpResponse.create()
        .withStatus(status)
        .withEntity(HttpEntities.create(ContentTypes.APPLICATION_JSON, bytes(json)));
  }

  /** Returns the response for a versioned resource. */
  static HttpResponse versioned(int status, JsonNode json) {
    var tag = "\"%d\"".formatted(json.path("version").longValue());
    return json(status, json).addHeader(RawHeader.create("ETag", tag));
  }

  /** Returns the response for a resource that an idempotent request has created, now or earlier. */
  static HttpResponse created(Result result, String path, JsonNode json) {
    return result.outcome() == Outcome.REPLAYED
        ? versioned(200, json).addHeader(RawHeader.create("Idempotent-Replayed", "true"))
        : versioned(201, json).addHeader(RawHeader.create("Location", path));
  }

  static HttpResponse text(int status, String text) {
    return HttpResponse.create()
        .withStatus(status)
        .withEntity(HttpEntities.create(ContentTypes.TEXT_PLAIN_UTF8, text));
  }

  /** Returns the original failure of a stage. */
  static Throwable causeOf(Throwable error) {
    var cause = error;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  static HttpResponse problem(Problem problem, String path, String request) {
    var json = problem.json(path);
    json.put("requestId", request);
    var response =
        HttpResponse.create()
            .withStatus(problem.type().status())
            .withEntity(HttpEntities.create(PROBLEM, bytes(json)));
    if (problem.type() == ProblemType.UNAUTHENTICATED) {
      return response.addHeader(RawHeader.create("WWW-Authenticate", "Bearer"));
    } else if (problem.type() == ProblemType.NOT_READY
        || problem.type() == ProblemType.IDENTITY_UNAVAILABLE
        || problem.type() == ProblemType.TOO_MANY_REQUESTS) {
      return response.addHeader(RawHeader.create("Retry-After", "1"));
    }
    return response;
  }
}
