package io.metasched.service.campaign;

import io.metasched.service.client.ApiClient;
import io.metasched.service.start.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A service and, where the scenario has them, an agent and a database; with the links to them. */
final class TestedSite implements AutoCloseable {
  private static final FileAttribute<?> SECRET =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final String AGENT = "io.metasched.service.cli.ServiceCommands";

  private final Path folder;
  private final Scenario scenario;
  private final List<String> options;
  private final SharedOffset offset;
  private final SmallDisk disk;
  private final Optional<TestedPostgres> postgres;
  private final int apiPort = FreePort.find();
  private final int deskPort = FreePort.find();
  private final int agentPort = FreePort.find();
  private final TcpProxy api = new TcpProxy(apiPort);
  private final TcpProxy facts = new TcpProxy(deskPort);
  private final TcpProxy orders = new TcpProxy(agentPort);
  private @Nullable TestedJvm service;
  private @Nullable TestedJvm agent;

  /**
   * What processes are started with.
   *
   * @param options of JVMs
   * @param postgres what databases are copies of; empty where there is no PostgreSQL
   */
  record Means(List<String> options, Optional<PostgresTemplate> postgres) {}

  /**
   * Makes its folder, and starts its database; nothing else is started.
   *
   * @param means what its JVMs and its database are started with
   */
  TestedSite(Path folder, Scenario scenario, Means means) throws IOException, InterruptedException {
    this.folder = folder;
    this.scenario = scenario;
    options = means.options();
    passable(folder, "rwx--x--x");
    passable(runs(), "rwxrwxrwx");
    disk = SmallDisk.at(passable(folder.resolve("data"), "rwx--x--x"));
    passable(folder.resolve("data"), "rwx--x--x");
    offset = new SharedOffset(folder.resolve("clock"));
    postgres = postgres(means);
    var conf = Files.createFile(folder.resolve("service.conf"), SECRET); // it has a password
    var database = postgres.map(TestedPostgres::conf).orElse("");
    Files.writeString(conf, scenario.conf(facts.port(), database));
    var home = Files.createDirectories(folder.resolve("home/conf"));
    Files.writeString(
        home.resolve("agent.conf"),
        "metasched.agent { repeat = 500ms, beat = 200ms, start-tolerance = 5s }\n");
    var nodes = new ArrayList<String>();
    scenario.farNodes().forEach(node -> nodes.add("{ name = " + node + " }"));
    Files.writeString(folder.resolve("nodes.conf"), "nodes = [" + String.join(", ", nodes) + "]\n");
  }

  private static Path passable(Path folder, String mode) throws IOException {
    Files.createDirectories(folder);
    return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(mode));
  }

  private Optional<TestedPostgres> postgres(Means means) throws IOException, InterruptedException {
    if (!scenario.inPostgres()) {
      return Optional.empty();
    }
    try {
      var data = folder.resolve("data/postgres");
      var log = folder.resolve("postgres.log");
      return Optional.of(TestedPostgres.start(means.postgres().orElseThrow(), data, log));
    } catch (IOException | InterruptedException e) {
      disk.close();
      throw e;
    }
  }

  /** Where runs write what they do. */
  Path runs() {
    return folder.resolve("runs");
  }

  Scenario scenario() {
    return scenario;
  }

  TcpProxy api() {
    return api;
  }

  /** The link on which the agent reports. */
  TcpProxy facts() {
    return facts;
  }

  /** The link on which the agent is told. */
  TcpProxy orders() {
    return orders;
  }

  SmallDisk disk() {
    return disk;
  }

  /** The database of the book, where the scenario has one. */
  TestedPostgres postgres() {
    return postgres.orElseThrow();
  }

  void setClock(Duration by) {
    offset.set(by);
  }

  /** A client of it. */
  ApiClient client(String principal) {
    return ApiClient.of(
        "http://127.0.0.1:" + api.port(),
        folder.resolve("data/tokens").resolve(principal),
        Optional.empty());
  }

  /** Starts the service; {@link #awaitService} waits until it serves. */
  void launchService() throws IOException {
    service = launchSecond();
  }

  /** Starts another one, which waits for the book of the first. */
  TestedJvm launchSecond() throws IOException {
    return TestedJvm.start(
        folder.resolve("service.log"),
        with("-Dakka.remote.artery.bind.port=" + deskPort),
        List.of(
            TestedService.class.getName(),
            folder.resolve("service.conf").toString(),
            folder.resolve("data").toString(),
            String.valueOf(apiPort),
            folder.resolve("clock").toString(),
            folder.resolve("home").toString()));
  }

  /** From now on another one is the service. */
  void follow(TestedJvm second) {
    service = second;
  }

  /**
   * Waits until the service serves.
   *
   * @throws IOException where it ends without
   */
  void awaitService() throws IOException {
    if (!service().says(TestedService.SERVES)) {
      throw new IOException("the service does not start: see service.log");
    }
  }

  void launchAgent() throws IOException {
    agent =
        TestedJvm.start(
            folder.resolve("agent.log"),
            with("-Dakka.remote.artery.bind.port=" + agentPort),
            List.of(
                AGENT,
                "agent",
                "--domain",
                Scenario.FAR,
                "--nodes",
                folder.resolve("nodes.conf").toString(),
                "--service",
                "127.0.0.1:" + facts.port(),
                "--host",
                "127.0.0.1",
                "--port",
                String.valueOf(orders.port()),
                "--folder",
                folder.resolve("agent").toString()));
  }

  private List<String> with(String option) {
    var all = new ArrayList<>(options);
    all.add(option);
    all.add("-Dakka.remote.artery.bind.hostname=127.0.0.1");
    all.add("-Dmetasched.home=" + folder.resolve("home"));
    return all;
  }

  TestedJvm service() {
    return require(service);
  }

  TestedJvm agent() {
    return require(agent);
  }

  private static TestedJvm require(@Nullable TestedJvm jvm) {
    if (jvm == null) {
      throw new IllegalStateException("it was not started");
    }
    return jvm;
  }

  /** Ends its processes. What runs, ends by itself. */
  @Override
  public void close() throws IOException {
    for (var jvm : new TestedJvm[] {service, agent}) {
      if (jvm != null) {
        jvm.close();
      }
    }
    if (postgres.isPresent()) {
      postgres.get().close();
    }
    for (var proxy : List.of(api, facts, orders)) {
      proxy.close();
    }
  }
}
