package io.metasched.service.http;

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

/** A whole service with a fake executor, which can end and come back at the same place. */
final class ServiceForPages implements AutoCloseable {
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final Path folder;
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final ScheduledFuture<?> advancing;
  private LiveService service;
  private volatile FakeExecutor executor;

  ServiceForPages(Path folder) throws IOException {
    this.folder = folder;
    service = start(0);
    advancing = timer.scheduleWithFixedDelay(() -> executor.advance(), 5, 5, TimeUnit.MILLISECONDS);
  }

  private LiveService start(int port) throws IOException {
    var conf = Files.writeString(folder.resolve("my.conf"), "metasched.service.cycle.lead = 300ms");
    var settings =
        ServiceSettings.read(
            Optional.of(conf), Optional.of(folder.resolve("data")), Optional.of(port), folder);
    return LiveService.start(
        settings,
        Clock.systemUTC(),
        "test",
        (own, clock) -> {
          executor = new FakeExecutor(clock, spec -> fake(spec.command()));
          return executor;
        });
  }

  /** What is run: the last word says what it prints; "hang" as the first one never ends. */
  private static FakeRun fake(Iterable<String> command) {
    var words = String.join(" ", command);
    return words.contains("hang")
        ? FakeRun.hanging()
        : new FakeRun(
            Duration.ZERO,
            Optional.empty(),
            Optional.of(Duration.ofSeconds(1)),
            3,
            true,
            false,
            words + "\n");
  }

  String url() {
    return service.url();
  }

  String token(String user) throws IOException {
    return Files.readString(folder.resolve("data/tokens").resolve(user)).strip();
  }

  void stop() {
    service.close();
  }

  void startAgain() throws IOException {
    service = start(URI.create(service.url()).getPort());
  }

  HttpResponse<String> call(String method, String path, String body, String... headers)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HTTP.send(request.build(), BodyHandlers.ofString());
  }

  HttpResponse<String> callAs(String user, String method, String path, String body)
      throws IOException, InterruptedException {
    return call(method, path, body, "Authorization", "Bearer " + token(user));
  }

  @Override
  public void close() {
    advancing.cancel(false);
    timer.shutdownNow();
    service.close();
  }
}
