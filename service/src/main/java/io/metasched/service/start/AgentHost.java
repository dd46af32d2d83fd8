package io.metasched.service.start;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.HostPort;
import io.metasched.service.agent.link.AgentTitle;
import io.metasched.service.agent.link.DeskCommand;
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
import io.metasched.service.site.SiteTerms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Agent of this machine or of a site: runs, and the link to services. Runs continue if the agent
 * ends.
 */
public final class AgentHost implements AutoCloseable {
  private final RunExecutor executor;
  private final AgentTitle title;
  private final Optional<SiteWatch> site;
  private final Optional<FolderLock> lock; // of a site's agent; executors have their own lock

  private AgentHost(
      RunExecutor executor, AgentTitle title, Optional<SiteWatch> site, Optional<FolderLock> lock) {
    this.executor = executor;
    this.title = title;
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
    var title =
        new AgentTitle(
            id(settings.executor().folder()),
            domain,
            nodes,
            executor.isolation(),
            executor.weaknesses());
    return new AgentHost(executor, title, Optional.empty(), Optional.empty());
  }

  /**
   * Opens an agent that observes a site: the agent reports the time that the site uses itself, and
   * runs nothing.
   *
   * @throws AgentException if the folder cannot be used, or another agent uses it
   */
  public static AgentHost observe(
      AgentSettings settings, String domain, NodesFile nodes, Site site) {
    var folder = settings.executor().folder();
    var lock = lock(folder);
    var title =
        AgentTitle.ofSite(
            id(folder),
            domain,
            nodes.nodes(),
            new SiteTitle(site.description(), SiteTerms.Promise.SHADOW, 0));
    var watch =
        new SiteWatch(site, nodes.namesAtSite(), settings.site().interval(), Clock.systemUTC());
    return new AgentHost(new ObservedRuns(), title, Optional.of(watch), Optional.of(lock));
  }

  private static FolderLock lock(Path folder) {
    try {
      return FolderLock.take(Files.createDirectories(folder));
    } catch (IOException e) {
      throw new AgentException("%s: %s".formatted(folder, e));
    }
  }

  /** Returns the id stored in the folder, by which the service recognizes an agent. */
  private static String id(Path folder) {
    var file = folder.resolve("agent.id");
    try {
      if (!Files.exists(file)) {
        var beside = folder.resolve("agent.id.new");
        Files.writeString(beside, UUID.randomUUID().toString());
        Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
      }
      return Files.readString(file, StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new AgentException("%s: %s".formatted(file, e));
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
            title, Optional.empty(), executor, site, desks, settings.beat(), Clock.systemUTC());
    var unused = system.systemActorOf(behavior, "agent", Props.empty());
    site.ifPresent(SiteWatch::start);
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
    site.ifPresent(SiteWatch::close);
    executor.close();
    try {
      if (lock.isPresent()) {
        lock.get().close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
