package io.metasched.lab.campaign;

import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.HostPort;
import io.metasched.service.agent.link.NodesFile;
import io.metasched.service.agent.process.AgentException;
import io.metasched.service.start.AgentHost;
import io.metasched.service.start.AgentSettings;
import io.metasched.service.start.Sites;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** The agent of a site as run by {@code metasched agent --site slurm}, with a simulated Slurm. */
final class SiteAgent {
  private SiteAgent() {}

  /**
   * Runs the agent; the arguments are domain, file of its nodes, folder, port of the agent, port of
   * Slurm, folder of the program, and addresses of services.
   */
  @SuppressWarnings("SystemOut")
  public static void main(String[] args) {
    var conf = Optional.of(Path.of(args[5], "conf"));
    var settings = AgentSettings.load(conf, Path.of(args[2]));
    var network =
        ClusterSettings.load(conf).at(new HostPort("127.0.0.1", Integer.parseInt(args[3])));
    var desks = Arrays.stream(args).skip(6).map(each -> HostPort.of(each, "--service")).toList();
    var slurm = SlurmMessages.at(Integer.parseInt(args[4]));
    try (var agent =
        AgentHost.ofSite(
            settings,
            args[0],
            NodesFile.read(Path.of(args[1])),
            Sites.slurm(slurm, settings.site()))) {
      var system = agent.join(network, desks, settings);
      Runtime.getRuntime().addShutdownHook(new Thread(system::close, "leave"));
      system.whenEnded().toCompletableFuture().join();
    } catch (AgentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
    }
  }
}
