package io.metasched.service.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Predicate;

/** Whole service with short request methods. */
final class ServedApi implements AutoCloseable {
  private static final String TOKEN = "mst_";
  private final TestedApi api;

  /** Answer that conforms to its description. */
  record Answer(TestedApi.Answer whole) {
    int status() {
      return whole.status();
    }

    JsonNode json() {
      return whole.json();
    }

    String header(String name) {
      return whole.header(name);
    }

    String text(String pointer) {
      return json().at(pointer).asText();
    }
  }

  ServedApi(Path folder, String conf) throws IOException {
    this(folder, Clock.systemUTC(), conf);
  }

  ServedApi(Path folder, Clock clock, String conf) throws IOException {
    api = new TestedApi(folder, clock, conf);
  }

  /** Sends a request with a token, or with the token of a user. */
  Answer call(String method, String path, String user, String body, String... headers)
      throws IOException, InterruptedException {
    var token = user.startsWith(TOKEN) ? user : api.token(user);
    return new Answer(api.callWith(token, method, path, body, headers));
  }

  Answer get(String path, String user) throws IOException, InterruptedException {
    return call("GET", path, user, "");
  }

  Answer post(String path, String user, String body) throws IOException, InterruptedException {
    return call("POST", path, user, body);
  }

  /** Waits until the job meets the condition, and returns the job. */
  JsonNode await(String id, String user, Predicate<JsonNode> wanted)
      throws IOException, InterruptedException {
    var job = get("/v1/jobs/" + id, user).json();
    while (!wanted.test(job)) {
      var path = "/v1/jobs/%s?wait=20s&sinceVersion=%d".formatted(id, job.path("version").asLong());
      var next = get(path, user);
      job = next.status() == 304 ? job : next.json();
    }
    return job;
  }

  @Override
  public void close() {
    api.close();
  }
}
