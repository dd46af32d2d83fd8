package io.metasched.service.campaign;

import io.metasched.metascheduler.deployment.FreePort;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.service.client.ApiClient;
import io.metasched.service.client.ServiceUsers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A service and, where the scenario has them, an agent and a database; with the links to them. */
final class TestedSite implements AutoCloseable {
  private static final FileAttribute<?> SECRET =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final String AGENT = Metasched.class.getName();

  private final Path folder;
  private final Scenario scenario;
  private final List<String> options;
  private final SharedOffset offset;
  private final SmallDisk disk;
  private final Optional<TestedPostgres> postgres;
  private final int agentPort = FreePort.find();
  private final List<Seat> seats = new ArrayList<>();
  private final TcpProxy api;
  private final TcpProxy orders = new TcpProxy(agentPort);
  // all that were started; they may be ended by another thread
  private final List<TestedJvm> services = new CopyOnWriteArrayList<>();
  private int seat; // of the service
  private @Nullable TestedJvm service;
  private @Nullable TestedJvm agent;

  /**
   * Where a service is.
   *
   * @param conf its settings
   * @param apiPort where it listens for clients
   * @param deskPort where it listens for the agent
   * @param facts the link on which the agent reports to it
   */
  private record Seat(Path conf, int apiPort, int deskPort, TcpProxy facts) {}

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
    for (int i = 0; i < (scenario.mayMove() ? 2 : 1); i++) {
      seats.add(seat(folder.resolve("service-%d.conf".formatted(i))));
    }
    api = new TcpProxy(seats.get(0).apiPort());
    var home = Files.createDirectories(folder.resolve("home/conf"));
    Files.writeString(
        home.resolve("agent.conf"),
        "metasched.agent { repeat = 500ms, beat = 200ms, start-tolerance = 5s, folder { size = 16 MiB, measure = 200ms } }\n");
    var nodes = new ArrayList<String>();
    scenario.farNodes().forEach(node -> nodes.add("{ name = " + node + " }"));
    Files.writeString(folder.resolve("nodes.conf"), "nodes = [" + String.join(", ", nodes) + "]\n");
  }

  private Seat seat(Path conf) throws IOException {
    int deskPort = FreePort.find();
    var facts = new TcpProxy(deskPort);
    Files.createFile(conf, SECRET); // it has a password
    var database = postgres.map(TestedPostgres::conf).orElse("");
    Files.writeString(conf, scenario.conf(facts.port(), database));
    return new Seat(conf, FreePort.find(), deskPort, facts);
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
    return seats.get(seat).facts();
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

  /** Returns where the token of a principal is. */
  Path token(String principal) {
    return folder.resolve("data/tokens").resolve(principal);
  }

  /** A client of it. */
  ApiClient client(String principal) {
    return ApiClient.of(
        "http://127.0.0.1:" + api.port(),
        token(principal),
        Optional.empty(),
        ServiceUsers.TRUST_ANY);
  }

  /** Starts the service; {@link #awaitService} waits until it serves. */
  void launchService() throws IOException {
    service = launchSecond();
  }

  /** Starts another one, which waits for the book of the first, and then listens where it did. */
  TestedJvm launchSecond() throws IOException {
    return launch(seats.get(seat));
  }

  /** Starts another one that listens elsewhere, as on another host. */
  TestedJvm launchElsewhere() throws IOException {
    return launch(seats.get(1 - seat));
  }

  private TestedJvm launch(Seat at) throws IOException {
    var launched =
        TestedJvm.start(
            folder.resolve("service.log"),
            with("-Dakka.remote.artery.bind.port=" + at.deskPort()),
            List.of(
                TestedService.class.getName(),
                at.conf().toString(),
                folder.resolve("data").toString(),
                String.valueOf(at.apiPort()),
                folder.resolve("clock").toString(),
                folder.resolve("home").toString()));
    services.add(launched);
    return launched;
  }

  /** From now on another one is the service. */
  void follow(TestedJvm second) {
    service = second;
  }

  /** From now on one that listens elsewhere is the service. */
  void moveTo(TestedJvm second) {
    follow(second);
    seat = 1 - seat;
    api.passTo(seats.get(seat).apiPort());
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
    var words =
        new ArrayList<>(
            List.of(
                AGENT,
                "agent",
                "--domain",
                Scenario.FAR,
                "--nodes",
                folder.resolve("nodes.conf").toString(),
                "--host",
                "127.0.0.1",
                "--port",
                String.valueOf(orders.port()),
                "--folder",
                folder.resolve("agent").toString()));
    for (var each : seats) {
      words.addAll(List.of("--service", "127.0.0.1:" + each.facts().port()));
    }
    agent =
        TestedJvm.start(
            folder.resolve("agent.log"),
            with("-Dakka.remote.artery.bind.port=" + agentPort),
            words);
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
    services.forEach(TestedJvm::close);
    if (agent != null) {
      agent.close();
    }
    if (postgres.isPresent()) {
      postgres.get().close();
    }
    for (var each : seats) {
      each.facts().close();
    }
    api.close();
    orders.close();
  }
}
