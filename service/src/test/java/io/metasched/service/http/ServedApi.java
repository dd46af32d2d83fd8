package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.service.config.ServiceSettings;
import io.metasched.service.run.FakeExecutor;
import io.metasched.service.run.FakeRun;
import io.metasched.service.start.LiveService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/** A whole service with a fake executor; each answer is held against its description. */
final class ServedApi implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final DescribedApi described;
  private final Path folder;
  private final LiveService service;
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final ScheduledFuture<?> advancing;

  /** An answer that is as described. */
  record Answer(HttpResponse<String> response, JsonNode json) {
    int status() {
      return response.statusCode();
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }

    String text(String pointer) {
      return json.at(pointer).asText();
    }
  }

  ServedApi(Path folder, String conf) throws IOException {
    this.folder = folder;
    described = new DescribedApi();
    var file = Files.writeString(folder.resolve("my.conf"), conf);
    var settings =
        ServiceSettings.read(
            Optional.of(file), Optional.of(folder.resolve("data")), Optional.of(0), folder);
    var executor = new AtomicReference<FakeExecutor>();
    service =
        LiveService.start(
            settings,
            Clock.systemUTC(),
            "test",
            (own, clock) -> {
              executor.set(new FakeExecutor(clock, spec -> fake(spec.command().get(0))));
              return executor.get();
            });
    var advanced = executor.get();
    advancing = timer.scheduleWithFixedDelay(advanced::advance, 5, 5, TimeUnit.MILLISECONDS);
  }

  private static FakeRun fake(String command) {
    return command.equals("hang") ? FakeRun.hanging() : FakeRun.of(Duration.ZERO, 0);
  }

  String token(String user) {
    try {
      return Files.readString(folder.resolve("data/tokens").resolve(user)).strip();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Asks with the token of a user, or with a token itself. */
  Answer call(String method, String path, String user, String body, String... headers)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(service.url() + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .header("Authorization", "Bearer " + (user.startsWith("mst_") ? user : token(user)));
    if (headers.length > 0) {
      request.headers(headers);
    }
    var response = http.send(request.build(), BodyHandlers.ofString());
    var type = response.headers().firstValue("Content-Type").orElse("");
    var bare = path.replaceFirst("\\?.*", "");
    assertThat(described.faults(method, bare, response.statusCode(), type, response.body()))
        .as("%s %s: %d %s", method, path, response.statusCode(), response.body())
        .isEmpty();
    var json = type.contains("json") ? JSON.readTree(response.body()) : JSON.createObjectNode();
    return new Answer(response, json);
  }

  Answer get(String path, String user) throws IOException, InterruptedException {
    return call("GET", path, user, "");
  }

  Answer post(String path, String user, String body) throws IOException, InterruptedException {
    return call("POST", path, user, body);
  }

  /** A job, once it is so. */
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
    advancing.cancel(false);
    timer.shutdownNow();
    service.close();
  }
}
