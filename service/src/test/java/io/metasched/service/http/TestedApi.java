package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.service.config.ServiceSettings;
import io.metasched.service.run.FakeExecutor;
import io.metasched.service.run.FakeRun;
import io.metasched.service.run.RunExecutor;
import io.metasched.service.run.RunSpec;
import io.metasched.service.site.SiteCalendar;
import io.metasched.service.start.LiveService;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Whole service with a fake executor; each answer is checked against the description. */
final class TestedApi implements AutoCloseable {
  static final String SMALL = "{\"work\":{\"duration\":\"PT10S\"},\"run\":{\"command\":[\"%s\"]}}";
  static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final ObjectMapper JSON = new ObjectMapper();

  LiveService service;
  final DescribedApi described;

  /** Error with which reading output fails; empty if output can be read. */
  volatile Optional<Exception> unreadable = Optional.empty();

  private final Path folder;
  private final Clock clock;
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final ScheduledFuture<?> advancing;
  private final Map<String, RunSpec> prepared = new ConcurrentHashMap<>();
  private volatile FakeExecutor executor =
      new FakeExecutor(Clock.systemUTC(), spec -> FakeRun.instant());

  /**
   * Starts the service.
   *
   * @param conf settings in addition to the default ones
   */
  TestedApi(Path folder, String... conf) throws IOException {
    this(folder, Clock.systemUTC(), conf);
  }

  /** Starts the service with the given clock. */
  TestedApi(Path folder, Clock clock, String... conf) throws IOException {
    this.folder = folder;
    this.clock = clock;
    described = new DescribedApi();
    // tests send requests without a pause, and a rate-limited request must not pass for an answer
    var lines =
        "metasched.service { cycle.lead = 300ms, requests-per-second = 1e9\n"
            + "access { tokens-per-minute = 1000000, most-tokens = 1000000\n"
            + "wrong-tokens-per-minute = 1000000 } }\n"
            + String.join("\n", conf);
    Files.writeString(folder.resolve("my.conf"), lines);
    service = start(0);
    advancing = timer.scheduleWithFixedDelay(() -> executor.advance(), 5, 5, TimeUnit.MILLISECONDS);
  }

  private LiveService start(int port) {
    var settings =
        ServiceSettings.read(
            Optional.of(folder.resolve("my.conf")),
            Optional.of(folder.resolve("data")),
            Optional.of(port),
            folder);
    return LiveService.start(
        settings,
        clock,
        "test",
        (own, time) -> {
          executor =
              new FakeExecutor(
                  time,
                  spec -> {
                    prepared.put(spec.id().job(), spec);
                    return fake(spec.command());
                  });
          return failingWhenAsked(executor);
        });
  }

  /** Restarts the closed service at the same port. */
  void startAgain() {
    service = start(URI.create(service.url()).getPort());
  }

  /** Returns an executor that fails to read output while {@link #unreadable} contains an error. */
  private RunExecutor failingWhenAsked(RunExecutor real) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          var why = unreadable;
          return method.getName().equals("output") && why.isPresent()
              ? CompletableFuture.failedFuture(why.get())
              : method.invoke(real, arguments);
        };
    var loader = RunExecutor.class.getClassLoader();
    return (RunExecutor)
        Proxy.newProxyInstance(loader, new Class<?>[] {RunExecutor.class}, handler);
  }

  /**
   * Returns a run that writes its command and ends immediately with 0. A shell takes a second,
   * "exit-3" ends with 3, and "hang" does not end.
   */
  private static FakeRun fake(List<String> command) {
    if (command.get(0).equals("hang")) {
      return FakeRun.hanging();
    }
    var lasts =
        List.of("sh", "/bin/sh").contains(command.get(0)) ? Duration.ofSeconds(1) : Duration.ZERO;
    var status = command.get(0).replaceFirst("^exit-(\\d+)$|.*", "0$1");
    return new FakeRun(
        Duration.ZERO,
        Optional.empty(),
        false,
        Optional.of(lasts),
        Integer.parseInt(status),
        true,
        false,
        String.join(" ", command) + "\n");
  }

  /** Makes the machines of these nodes, and no others, stop responding. */
  void silence(List<String> nodes) {
    executor.silence(nodes);
  }

  /** Reports the calendar of a site. */
  void report(SiteCalendar calendar) {
    executor.report(calendar);
  }

  /** Waits until a job is prepared; returns the spec of its last part. */
  RunSpec prepared(String job) {
    var spec = prepared.get(job);
    while (spec == null) {
      Thread.onSpinWait();
      spec = prepared.get(job);
    }
    return spec;
  }

  String token(String user) {
    try {
      return Files.readString(folder.resolve("data/tokens").resolve(user)).strip();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Answer, with the body if it is JSON. */
  record Answer(HttpResponse<String> response, JsonNode json) {
    int status() {
      return response.statusCode();
    }

    String header(String name) {
      return response.headers().firstValue(name).orElse("");
    }
  }

  Answer call(String method, String path, String user, String body, String... headers)
      throws IOException, InterruptedException {
    return callWith(user.isEmpty() ? "" : token(user), method, path, body, headers);
  }

  /** Sends a request with the given token. */
  Answer callWith(String token, String method, String path, String body, String... headers)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(service.url() + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    if (!body.isEmpty() && !List.of(headers).contains("Content-Type")) {
      request.header("Content-Type", "application/json");
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    var response = HTTP.send(request.build(), BodyHandlers.ofString());
    var type = response.headers().firstValue("Content-Type").orElse("");
    var bare = path.replaceFirst("\\?.*", "");
    assertThat(described.faults(method, bare, response.statusCode(), type, response.body()))
        .as("%s %s: %d %s", method, path, response.statusCode(), response.body())
        .isEmpty();
    var json = type.contains("json") ? JSON.readTree(response.body()) : JSON.createObjectNode();
    return new Answer(response, json);
  }

  /** Submits a job of a user, and returns its id. */
  String submit(String user, String body) throws IOException, InterruptedException {
    return call("POST", "/v1/jobs", user, body).json().path("id").asText();
  }

  /** Waits until a job of user1 is in a state, and returns the job. */
  JsonNode when(String id, String state) throws IOException, InterruptedException {
    var job = call("GET", "/v1/jobs/" + id, "user1", "").json();
    while (!job.path("state").asText().equals(state)) {
      job = changed(id, job);
    }
    return job;
  }

  /** Waits until a job of user1 has ended, and returns the job. */
  JsonNode outcome(String id) throws IOException, InterruptedException {
    var job = call("GET", "/v1/jobs/" + id, "user1", "").json();
    while (!job.path("times").has("ended")) {
      job = changed(id, job);
    }
    return job;
  }

  private JsonNode changed(String id, JsonNode job) throws IOException, InterruptedException {
    var path = "/v1/jobs/%s?wait=20s&sinceVersion=%d".formatted(id, job.path("version").asLong());
    var next = call("GET", path, "user1", "");
    assertThat(next.status()).as(path).isIn(200, 304);
    return next.status() == 304 ? job : next.json();
  }

  @Override
  public void close() {
    advancing.cancel(false);
    timer.shutdownNow();
    service.close();
  }
}
