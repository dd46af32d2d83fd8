package io.metasched.service.start;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.HostPort;
import io.metasched.service.agent.link.AgentSecret;
import io.metasched.service.agent.link.AgentSite;
import io.metasched.service.agent.link.AgentTitle;
import io.metasched.service.agent.link.DeskCommand;
import io.metasched.service.agent.link.HoldNames;
import io.metasched.service.agent.link.HoldQueue;
import io.metasched.service.agent.link.Link;
import io.metasched.service.agent.link.LinkConfig;
import io.metasched.service.agent.link.NodeAgent;
import io.metasched.service.agent.link.NodesFile;
import io.metasched.service.agent.link.ObservedRuns;
import io.metasched.service.agent.link.OfferedNode;
import io.metasched.service.agent.link.SiteTitle;
import io.metasched.service.agent.link.SiteWatch;
import io.metasched.service.agent.process.AgentException;
import io.metasched.service.agent.process.FolderLock;
import io.metasched.service.agent.process.ProcessExecutor;
import io.metasched.service.run.RunExecutor;
import io.metasched.service.site.Site;
import io.metasched.service.site.SiteException;
import io.metasched.service.site.SiteHolds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Agent of this machine or of a site: runs, and the link to services. Runs continue if the agent
 * ends.
 */
public final class AgentHost implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AgentHost.class);
  private static final Duration BETWEEN_TRIALS = Duration.ofMinutes(1);

  private final RunExecutor executor;
  private final AgentTitle title;
  private final AgentSecret secret;
  private final Optional<AgentSite> site;
  private final Optional<FolderLock> lock; // of an agent of a site; other executors have their own

  private AgentHost(
      RunExecutor executor,
      AgentTitle title,
      AgentSecret secret,
      Optional<AgentSite> site,
      Optional<FolderLock> lock) {
    this.executor = executor;
    this.title = title;
    this.secret = secret;
    this.site = site;
    this.lock = lock;
  }

  /**
   * Opens a folder and resumes its runs.
   *
   * @throws AgentException if this machine cannot run jobs, or another agent uses the folder
   */
  public static AgentHost open(AgentSettings settings, String domain, List<OfferedNode> nodes) {
    var executor = ProcessExecutor.open(settings.executor(), Clock.systemUTC());
    var identity = AgentIdentity.of(settings.executor().folder());
    var title =
        new AgentTitle(identity.id(), domain, nodes, executor.isolation(), executor.weaknesses());
    return new AgentHost(executor, title, identity.secret(), Optional.empty(), Optional.empty());
  }

  /**
   * Opens an agent of a site: the agent reports the time that the site uses for itself and, if the
   * settings sell this time, holds it for a service and runs jobs in it.
   *
   * @throws AgentException if the folder cannot be used, another agent uses it, the site does not
   *     let this user hold time, or jobs cannot be run there
   */
  public static AgentHost ofSite(
      AgentSettings settings, String domain, NodesFile nodes, SiteOpening opening) {
    var folder = settings.executor().folder();
    var lock = lock(folder);
    try {
      var identity = AgentIdentity.of(folder);
      var prefix = identity.prefix();
      var own = settings.site();
      boolean sells = own.promise().sells();
      var manager = opening.open(prefix);
      var holds = manager.holds(Clock.systemUTC());
      if (sells) {
        requirePermission(manager, holds, nodes);
      }
      var executor = sells ? opening.runs(prefix, settings, nodes, lock) : new ObservedRuns();
      var title =
          new SiteTitle(manager.description(), own.promise(), sells ? own.lead().toMillis() : 0);
      var names = new HoldNames(prefix, nodes.namesAtSite());
      var site =
          new AgentSite(
              new SiteWatch(manager, nodes.namesAtSite(), own.interval(), Clock.systemUTC()),
              new HoldQueue(holds, names, sells, BETWEEN_TRIALS));
      return new AgentHost(
          executor,
          AgentTitle.ofSite(identity.id(), domain, nodes.nodes(), title, executor.weaknesses()),
          identity.secret(),
          Optional.of(site),
          Optional.of(lock));
    } catch (RuntimeException e) {
      close(lock);
      throw e;
    }
  }

  /** Refuses a site that does not let this user hold time. A site that does not answer is kept. */
  static void requirePermission(Site site, SiteHolds holds, NodesFile nodes) {
    try {
      var node = nodes.nodes().get(0).name();
      var why = holds.whyNotPermitted(nodes.namesAtSite().getOrDefault(node, node));
      if (why.isPresent()) {
        throw new AgentException(
            "%s: sells = firm needs the permission to reserve time, which the user %s lacks: %s"
                .formatted(site.description(), System.getProperty("user.name"), why.get()));
      }
    } catch (SiteException e) {
      LOG.warn(
          "{}: the permission to reserve time could not be tested: {}",
          site.description(),
          e.getMessage());
    }
  }

  private static FolderLock lock(Path folder) {
    try {
      return FolderLock.take(Files.createDirectories(folder));
    } catch (IOException e) {
      throw new AgentException("%s: %s".formatted(folder, e));
    }
  }

  /** Returns the title that the agent sends to services. */
  public AgentTitle title() {
    return title;
  }

  /** Returns the executor, for a service in the same JVM, which needs no link. */
  public RunExecutor executor() {
    return executor;
  }

  /** Connects the agent to services that are reachable from an actor system. */
  public void join(
      ActorSystem<?> system, List<ActorRef<DeskCommand>> desks, AgentSettings settings) {
    var behavior =
        NodeAgent.create(
            title, Optional.of(secret), executor, site, desks, settings.beat(), Clock.systemUTC());
    var unused = system.systemActorOf(behavior, "agent", Props.empty());
    site.ifPresent(own -> own.watch().start());
  }

  /**
   * Connects the agent to services in other JVMs, with a separate actor system.
   *
   * @param network address to listen on, and keys
   * @throws AgentException for a link to another machine without TLS
   */
  public AgentSystem join(
      ClusterSettings network, List<HostPort> services, AgentSettings settings) {
    var hosts = services.stream().map(HostPort::host).toList();
    var self = network.self();
    var config = LinkConfig.over(network.config(), self.host(), self.port(), hosts);
    return PortTaking.take(
        executor,
        self.port(),
        () ->
            AgentSystem.start(
                config,
                system ->
                    join(
                        system,
                        services.stream()
                            .map(each -> Link.desk(system, each.host(), each.port()))
                            .toList(),
                        settings)));
  }

  @Override
  public void close() {
    site.ifPresent(AgentSite::close);
    executor.close();
    lock.ifPresent(AgentHost::close);
  }

  private static void close(FolderLock lock) {
    try {
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
