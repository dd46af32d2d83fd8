package io.metasched.service.cli;

import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.DeploymentException;
import io.metasched.metascheduler.deployment.config.HostPort;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.service.agent.link.NodesFile;
import io.metasched.service.agent.link.OfferedNode;
import io.metasched.service.agent.process.AgentException;
import io.metasched.service.start.AgentCheck;
import io.metasched.service.start.AgentHost;
import io.metasched.service.start.AgentSettings;
import io.metasched.service.start.SiteSettings;
import io.metasched.service.start.Sites;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code metasched agent}: runs the jobs of a service on this machine until it is stopped. */
@Command(
    name = "agent",
    mixinStandardHelpOptions = true,
    description = {
      "Runs jobs on this machine for a service, until it is stopped (Ctrl-C, TERM). Runs"
          + " then continue: each has its own supervisor, and the next agent with the same folder"
          + " supervises them again and reports their ends.",
      "A service on another machine needs TLS (conf/cluster.conf), because the link carries"
          + " commands. conf/agent.conf has all other settings.",
      "With --site, the nodes belong to the resource manager of a site. The agent then reports"
          + " the time that the site uses itself. With --sells firm, it also reserves time at the"
          + " site for the jobs of a service; otherwise, the nodes sell nothing."
    },
    footer = {
      "",
      "Examples:",
      "  metasched agent --domain north --nodes nodes.conf --service 127.0.0.1:2560",
      "  metasched agent --domain north --nodes nodes.conf --host n1.example --port 2561 \\",
      "      --service head1.example:2560,head2.example:2560 --folder /var/lib/metasched/agent",
      "  metasched agent --domain hpc --nodes nodes.conf --site slurm --partition vo",
      "  metasched agent --domain hpc --nodes nodes.conf --site slurm --sells firm --check",
      "",
      "A file of nodes: nodes = [ { name = n1, performance = 2, price = \"0.5\", properties = [ssd]"
          + " } ]",
      "With --site, at-site = cn17 is the node's name at the site, if different."
    })
final class StartAgentCommand implements Callable<Integer> {
  @Option(
      names = "--domain",
      required = true,
      paramLabel = "D",
      description =
          "Domain of this machine: 1 to 64 letters, digits, dots, dashes and underscores.")
  private String domain = "";

  @Option(
      names = "--nodes",
      required = true,
      paramLabel = "FILE",
      description = "File of the nodes that the agent offers.")
  private Path nodes = Path.of("");

  @Option(
      names = "--service",
      split = ",",
      defaultValue = "127.0.0.1:2560",
      paramLabel = "H:P",
      description =
          "Addresses at which services listen to agents; several if another service may take"
              + " over (default: ${DEFAULT-VALUE}).")
  private List<String> services = List.of();

  @Option(
      names = "--host",
      paramLabel = "H",
      description =
          "Address at which the agent listens, and to which services connect (default: as in"
              + " conf/cluster.conf).")
  private @Nullable String host;

  @Option(
      names = "--port",
      paramLabel = "P",
      description = "Port of the agent; 0 for any free port (default: as in conf/cluster.conf).")
  private @Nullable Integer port;

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description = "Folder of the runs, on a local disk (default: agent-DOMAIN).")
  private @Nullable Path folder;

  @Option(
      names = "--site",
      paramLabel = "MANAGER",
      description = "Resource manager that owns the nodes: slurm.")
  private @Nullable String site;

  @Option(
      names = "--partition",
      paramLabel = "P",
      description = "Partition of Slurm with the nodes (default: as in conf/agent.conf).")
  private @Nullable String partition;

  @Option(
      names = "--sells",
      paramLabel = "WHAT",
      description =
          "Time of the site that is sold: nothing; firm, which reserves each booked window at the"
              + " site; or advised, which reserves nothing, so that the site may keep its nodes"
              + " (default: as in conf/agent.conf).")
  private @Nullable String sells;

  @Option(
      names = "--check",
      description =
          "Only check the settings, the nodes and the rights at the site, and print what would be"
              + " sold. The exit status is 2, with one line, if the agent could not sell it.")
  private boolean isCheck;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    try {
      serve();
      return ExitCode.DONE;
    } catch (AgentException | DeploymentException e) {
      return refuse(String.valueOf(e.getMessage()));
    }
  }

  private int refuse(String why) {
    spec.commandLine().getErr().println("metasched: " + why);
    spec.commandLine().getErr().flush();
    return ExitCode.BAD_USAGE;
  }

  private void serve() {
    if (!domain.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
      throw new AgentException(
          "--domain: allowed are 1 to 64 letters, digits, dots, dashes and underscores, given was '%s'"
              .formatted(domain));
    }
    var offered = NodesFile.read(nodes);
    var conf =
        Optional.ofNullable(System.getProperty("metasched.home"))
            .map(home -> Path.of(home, "conf"));
    var place = Optional.ofNullable(folder).orElse(Path.of("agent-" + domain)).toAbsolutePath();
    var settings = AgentSettings.load(conf, place);
    var written = ClusterSettings.load(conf);
    var network =
        written.at(
            new HostPort(
                Optional.ofNullable(host).orElse(written.self().host()),
                Optional.ofNullable(port).orElse(written.self().port())));
    var desks = services.stream().map(each -> HostPort.of(each, "--service")).toList();
    if (isCheck) {
      check(settings, offered);
      return;
    }
    try (var agent = open(settings, offered)) {
      var system = agent.join(network, desks, settings);
      Runtime.getRuntime().addShutdownHook(new Thread(system::close, "leave"));
      say(agent, offered.nodes());
      system.whenEnded().toCompletableFuture().join();
    }
  }

  /** Returns the settings of the site's agent, including the options. */
  private SiteSettings own(AgentSettings settings) {
    var own = settings.site();
    own = partition == null ? own : own.ofPartition(partition);
    return sells == null ? own : own.selling(sells);
  }

  private void check(AgentSettings settings, NodesFile offered) {
    var out = spec.commandLine().getOut();
    if (site == null) {
      requireNoSite(offered);
      offered.nodes().forEach(node -> out.println(node.name() + ": all of its time is for sale"));
    } else {
      var own = own(settings);
      AgentCheck.lines(settings.with(own), offered, Sites.open(site, own)).forEach(out::println);
    }
    out.flush();
  }

  private AgentHost open(AgentSettings settings, NodesFile offered) {
    if (site != null) {
      var own = own(settings);
      return AgentHost.ofSite(settings.with(own), domain, offered, Sites.open(site, own));
    }
    requireNoSite(offered);
    return AgentHost.open(settings, domain, offered.nodes());
  }

  private void requireNoSite(NodesFile offered) {
    if (partition != null) {
      throw new AgentException("--partition: allowed with --site only");
    } else if (sells != null) {
      throw new AgentException("--sells: allowed with --site only");
    }
    offered
        .namesAtSite()
        .forEach(
            (name, atSite) -> {
              if (!name.equals(atSite)) { // jobs of the site's nodes would run on this machine
                throw new AgentException(
                    "%s: at-site: allowed with --site only, given was '%s' for %s"
                        .formatted(nodes, atSite, name));
              }
            });
  }

  private void say(AgentHost agent, List<OfferedNode> offered) {
    var out = spec.commandLine().getOut();
    out.printf(
        "agent of %s with %s for %s%n",
        domain,
        offered.stream().map(OfferedNode::name).collect(Collectors.joining(", ")),
        String.join(", ", services));
    out.println(agent.title().isolation());
    agent.title().weaknesses().forEach(line -> out.println("weakness of this machine: " + line));
    out.flush();
  }
}
