package io.metasched.lab.bench.service;

import io.metasched.service.client.ApiClient;
import io.metasched.service.client.ServiceUsers;
import io.metasched.service.config.ServiceSettings;
import io.metasched.service.run.FakeExecutor;
import io.metasched.service.run.FakeRun;
import io.metasched.service.start.LiveService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A service in this JVM for benchmarks, whose runs end immediately. */
final class BenchedService implements AutoCloseable {
  private final LiveService service;
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final Path data;

  /**
   * Starts the service.
   *
   * @param data data folder, which may contain the data of an earlier service
   * @param nodes number of nodes, in four domains
   * @param more text added to the section of the settings, as in {@link #conf}
   */
  BenchedService(Path data, int nodes, String more) throws IOException {
    this.data = data;
    Files.createDirectories(data);
    var clock = Clock.systemUTC();
    var executor = new FakeExecutor(clock, spec -> FakeRun.instant());
    var settings =
        ServiceSettings.read(
            Optional.of(Files.writeString(data.resolve("bench.conf"), conf(nodes, more))),
            Optional.of(data),
            Optional.of(0),
            data);
    service = LiveService.start(settings, clock, "bench", (own, time) -> executor);
    var unused = timer.scheduleWithFixedDelay(executor::advance, 5, 5, TimeUnit.MILLISECONDS);
  }

  static String name(int node) {
    return "d%d-%d".formatted(node % 4, node);
  }

  /**
   * Returns the settings for {@code nodes} nodes, with additional text in the section of the
   * settings.
   */
  static String conf(int nodes, String more) {
    var all =
        new StringBuilder(
            "metasched.service { requests-per-second = 1e9,"
                + " connections.streams-of-principal = 100000, nodes = [");
    for (int i = 0; i < nodes; i++) {
      all.append("{ name = \"%s\", domain = \"d%d\"".formatted(name(i), i % 4))
          .append(", performance = 1, price = \"0.001\", properties = [] }\n");
    }
    all.append("], users = [ { name = user1, deposit = \"100000000\" } ], ")
        .append(more)
        .append(" }");
    return all.toString();
  }

  String url() {
    return service.url();
  }

  /** Returns the token file of its user. */
  Path token() {
    return data.resolve("tokens/user1");
  }

  ApiClient client() {
    return client(token());
  }

  ApiClient administrator() {
    return client(data.resolve("tokens/admin"));
  }

  private ApiClient client(Path tokenFile) {
    return ApiClient.of(service.url(), tokenFile, Optional.empty(), ServiceUsers.TRUST_ANY);
  }

  @Override
  public void close() {
    timer.shutdownNow();
    service.close();
  }
}
