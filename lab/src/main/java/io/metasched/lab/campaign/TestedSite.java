package io.metasched.lab.campaign;

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

/** A service with the agent, the database and the links of its scenario. */
final class TestedSite implements AutoCloseable {
  private static final FileAttribute<?> SECRET =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final String AGENT = Metasched.class.getName();

  private final Path folder;
  private final CampaignScenario scenario;
  private final SharedOffset offset;
  private final SmallDisk disk;
  private final Optional<TestedPostgres> postgres;
  private final int agentPort = FreePort.find();
  private final List<Seat> seats = new ArrayList<>();
  private final TcpProxy api;
  private final TcpProxy orders = new TcpProxy(agentPort);
  // all started services; another thread may terminate them
  private final List<TestedJvm> services = new CopyOnWriteArrayList<>();
  private int seat; // index of the current service's addresses
  private @Nullable TestedJvm service;
  private @Nullable TestedJvm agent;

  /**
   * Addresses of a service.
   *
   * @param conf settings file
   * @param apiPort port for clients
   * @param deskPort port for the agent
   * @param facts link on which the agent reports
   */
  private record Seat(Path conf, int apiPort, int deskPort, TcpProxy facts) {}

  /**
   * Creates the folder of the site and starts the database, but nothing else.
   *
   * @param template template of databases; empty without PostgreSQL
   */
  TestedSite(Path folder, CampaignScenario scenario, Optional<PostgresTemplate> template)
      throws IOException, InterruptedException {
    this.folder = folder;
    this.scenario = scenario;
    passable(folder, "rwx--x--x");
    passable(runs(), "rwxrwxrwx");
    disk = SmallDisk.at(passable(folder.resolve("data"), "rwx--x--x"));
    passable(folder.resolve("data"), "rwx--x--x");
    offset = new SharedOffset(folder.resolve("clock"));
    postgres = postgres(template);
    for (int i = 0; i < (scenario.mayMove() ? 2 : 1); i++) {
      seats.add(seat(folder.resolve("service-%d.conf".formatted(i))));
    }
    api = new TcpProxy(seats.get(0).apiPort());
    var home = Files.createDirectories(folder.resolve("home/conf"));
    Files.writeString(
        home.resolve("agent.conf"),
        "metasched.agent { repeat = 500ms, beat = 200ms, start-tolerance = 5s, folder { size = 16"
            + " MiB, measure = 200ms } }\n");
    var nodes = new ArrayList<String>();
    scenario.farNodes().forEach(node -> nodes.add("{ name = " + node + " }"));
    Files.writeString(folder.resolve("nodes.conf"), "nodes = [" + String.join(", ", nodes) + "]\n");
  }

  private Seat seat(Path conf) throws IOException {
    int deskPort = FreePort.find();
    var facts = new TcpProxy(deskPort);
    Files.createFile(conf, SECRET); // contains a password
    var database = postgres.map(TestedPostgres::conf).orElse("");
    Files.writeString(conf, scenario.conf(facts.port(), database));
    return new Seat(conf, FreePort.find(), deskPort, facts);
  }

  private static Path passable(Path folder, String mode) throws IOException {
    Files.createDirectories(folder);
    return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(mode));
  }

  private Optional<TestedPostgres> postgres(Optional<PostgresTemplate> template)
      throws IOException, InterruptedException {
    if (!scenario.inPostgres()) {
      return Optional.empty();
    }
    try {
      var data = folder.resolve("data/postgres");
      var log = folder.resolve("postgres.log");
      return Optional.of(TestedPostgres.start(template.orElseThrow(), data, log));
    } catch (IOException | InterruptedException e) {
      disk.close();
      throw e;
    }
  }

  /** Returns the folder in which runs write their files. */
  Path runs() {
    return folder.resolve("runs");
  }

  CampaignScenario scenario() {
    return scenario;
  }

  TcpProxy api() {
    return api;
  }

  /** Returns the link on which the agent reports. */
  TcpProxy facts() {
    return seats.get(seat).facts();
  }

  /** Returns the link on which the agent receives orders. */
  TcpProxy orders() {
    return orders;
  }

  SmallDisk disk() {
    return disk;
  }

  /** Returns the database of the event store; the scenario must have one. */
  TestedPostgres postgres() {
    return postgres.orElseThrow();
  }

  void setClock(Duration by) {
    offset.set(by);
  }

  /** Returns the token file of a principal. */
  Path token(String principal) {
    return folder.resolve("data/tokens").resolve(principal);
  }

  /** Returns a client of the service. */
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

  /**
   * Starts another service, which waits for the event store of the first service and then uses that
   * service's addresses.
   */
  TestedJvm launchSecond() throws IOException {
    return launch(seats.get(seat));
  }

  /** Starts another service with other addresses, as on another host. */
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

  /** Replaces the current service by another service. */
  void follow(TestedJvm second) {
    service = second;
  }

  /** Replaces the current service by one with other addresses. */
  void moveTo(TestedJvm second) {
    follow(second);
    seat = 1 - seat;
    api.passTo(seats.get(seat).apiPort());
  }

  /**
   * Waits until the service serves.
   *
   * @throws IOException if it terminates before that
   */
  void awaitService() throws IOException {
    if (!service().hasPrinted(TestedService.SERVES)) {
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
                CampaignScenario.FAR,
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
    return List.of(
        option,
        "-Dakka.remote.artery.bind.hostname=127.0.0.1",
        "-Dmetasched.home=" + folder.resolve("home"));
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

  /** Terminates its processes; runs end by themselves. */
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
