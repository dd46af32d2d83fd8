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
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A service with the agents, the sites, the database and the links of its scenario. */
final class TestedSystem implements AutoCloseable {
  private static final FileAttribute<?> SECRET =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final String AGENT = Metasched.class.getName();

  private final Path folder;
  private final CampaignScenario scenario;
  private final SharedOffset offset;
  private final SmallDisk disk;
  private final Optional<TestedPostgres> postgres;
  private final List<Seat> seats = new ArrayList<>();
  private final TcpProxy api;
  private final List<TestedSlurm> slurms = new ArrayList<>();
  private final List<TestedAgent> agents = new ArrayList<>();
  // all started services; another thread may terminate them
  private final List<TestedJvm> services = new CopyOnWriteArrayList<>();
  private int seat; // index of the current service's addresses
  private @Nullable TestedJvm service;

  /**
   * Addresses of a service.
   *
   * @param conf settings file
   * @param apiPort port for clients
   * @param deskPort port for agents
   * @param facts link on which the agents report
   */
  private record Seat(Path conf, int apiPort, int deskPort, TcpProxy facts) {}

  /**
   * Creates the folder of the site and starts the database, but nothing else.
   *
   * @param template template of databases; empty without PostgreSQL
   */
  TestedSystem(Path folder, CampaignScenario scenario, Optional<PostgresTemplate> template)
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
    settle("home", "firm", "");
    if (scenario.far() > 0) {
      addAgent();
    }
    for (var site : scenario.sites()) {
      addSite(site);
    }
  }

  /** Writes the settings of agents. */
  private void settle(String home, String sells, String borrowed) throws IOException {
    var conf = Files.createDirectories(folder.resolve(home).resolve("conf"));
    Files.writeString(
        conf.resolve("agent.conf"),
        """
        metasched.agent {
          repeat = 500ms, beat = 200ms, start-tolerance = 5s, folder { size = 16 MiB, measure = 200ms }
          site {
            read = 1s, sells = %s, lead = %dms
            slurm { partition = main, margin = 40s, user = "%s", borrowed-reservation = "%s" }
          }
        }
        """
            .formatted(sells, scenario.siteLeadMillis(), TestedSlurm.user(), borrowed));
  }

  private void addAgent() throws IOException {
    var nodes = scenario.farNodes().stream().map("{ name = %s }"::formatted).toList();
    var folders = List.of("--folder", folder.resolve("agent").toString());
    var file = nodes(CampaignScenario.FAR, nodes);
    agents.add(
        agent(
            CampaignScenario.FAR,
            port -> {
              var words =
                  new ArrayList<>(List.of(AGENT, "agent", "--domain", CampaignScenario.FAR));
              words.addAll(List.of("--nodes", file, "--host", "127.0.0.1", "--port", "" + port));
              words.addAll(folders);
              services().forEach(each -> words.addAll(List.of("--service", each)));
              return words;
            }));
  }

  private void addSite(SiteDraft site) throws IOException {
    var domain = site.domain();
    var slurm = new TestedSlurm(folder.resolve("slurm-" + domain), site, scenario.seed());
    slurms.add(slurm);
    var home = "home-" + domain;
    settle(
        home,
        site.isAdvised() ? "advised" : "firm",
        site.right() == SiteDraft.Right.LENT ? TestedSlurm.LENT : "");
    var nodes =
        site.soldAtSite().stream()
            .map(name -> "{ name = %s, at-site = %s }".formatted(site.atService(name), name))
            .toList();
    var file = nodes(domain, nodes);
    agents.add(
        agent(
            domain,
            port -> {
              var words = new ArrayList<>(List.of(SiteAgent.class.getName(), domain, file));
              words.add(folder.resolve("agent-" + domain).toString());
              words.addAll(List.of("" + port, "" + slurm.port()));
              words.add(folder.resolve(home).toString());
              words.addAll(services());
              return words;
            }));
  }

  private TestedAgent agent(String domain, IntFunction<List<String>> words) throws IOException {
    return new TestedAgent(folder.resolve("agent-%s.log".formatted(domain)), options(), words);
  }

  private String nodes(String domain, List<String> nodes) throws IOException {
    var file = folder.resolve("nodes-%s.conf".formatted(domain));
    Files.writeString(file, "nodes = [%s]\n".formatted(String.join(", ", nodes)));
    return file.toString();
  }

  /** Returns the addresses at which agents find services. */
  private List<String> services() {
    return seats.stream().map(each -> "127.0.0.1:" + each.facts().port()).toList();
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

  /** Returns the link on which the agents report. */
  TcpProxy facts() {
    return seats.get(seat).facts();
  }

  /** Returns all agents; those of sites are in the order of {@link #slurms}. */
  List<TestedAgent> agents() {
    return agents;
  }

  List<TestedSlurm> slurms() {
    return slurms;
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
    var options = new ArrayList<>(options());
    options.add("-Dakka.remote.artery.bind.port=" + at.deskPort());
    var launched =
        TestedJvm.start(
            folder.resolve("service.log"),
            options,
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

  private List<String> options() {
    return List.of(
        "-Dakka.remote.artery.bind.hostname=127.0.0.1",
        "-Dmetasched.home=" + folder.resolve("home"));
  }

  TestedJvm service() {
    return require(service);
  }

  static TestedJvm require(@Nullable TestedJvm jvm) {
    if (jvm == null) {
      throw new IllegalStateException("it was not started");
    }
    return jvm;
  }

  /** Terminates its processes; runs end by themselves. */
  @Override
  public void close() throws IOException {
    services.forEach(TestedJvm::close);
    for (var agent : agents) {
      agent.close();
    }
    slurms.forEach(TestedSlurm::close);
    if (postgres.isPresent()) {
      postgres.get().close();
    }
    for (var each : seats) {
      each.facts().close();
    }
    api.close();
  }
}
