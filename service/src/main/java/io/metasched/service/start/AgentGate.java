package io.metasched.service.start;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.Config;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.service.agent.link.AgentsExecutor;
import io.metasched.service.agent.link.DeskSettings;
import io.metasched.service.agent.link.LinkConfig;
import io.metasched.service.agent.link.OfferedNode;
import io.metasched.service.agent.process.AgentException;
import io.metasched.service.book.FleetNode;
import io.metasched.service.config.ServiceSettings;
import io.metasched.service.config.SettingsException;
import io.metasched.service.run.Machine;
import io.metasched.service.run.OutputChunk;
import io.metasched.service.run.OutputStreamName;
import io.metasched.service.run.RunExecutor;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunSpec;
import io.metasched.service.run.Silence;
import io.metasched.service.site.SiteBooking;
import io.metasched.service.site.SiteCalendar;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Executor of a service with agents in other JVMs; nodes of this machine also run jobs. */
public final class AgentGate implements RunExecutor {
  private final AgentsExecutor agents;
  private final Optional<AgentHost> own;
  private final ActorSystem<?> system;
  private final List<String> nodes;
  private final Instant opened;

  private AgentGate(
      AgentsExecutor agents,
      Optional<AgentHost> own,
      ActorSystem<?> system,
      ServiceSettings settings,
      Instant opened) {
    this.agents = agents;
    this.own = own;
    this.system = system;
    this.opened = opened;
    nodes = settings.nodes().stream().map(FleetNode::name).toList();
  }

  /**
   * Opens the executor and the address at which agents reach the service.
   *
   * @param machine settings for jobs on this machine's nodes
   * @param conf folder conf, if known
   * @throws SettingsException if a setting is invalid, with a one-line message
   */
  static AgentGate open(
      ServiceSettings settings, AgentSettings machine, Clock clock, Optional<Path> conf) {
    var place = settings.agents().listen().orElseThrow();
    requireNodes(settings);
    var network = ClusterSettings.load(conf).config();
    var config = LinkConfig.over(network, place.host(), place.port(), List.of());
    var own = own(settings, machine);
    ActorSystem<Void> system;
    try {
      system = own.isEmpty() ? listen(config) : listen(config, own.get(), place.port());
    } catch (AgentException e) {
      own.ifPresent(AgentHost::close);
      throw e;
    }
    var awaited =
        settings.nodes().stream()
            .collect(
                Collectors.groupingBy(
                    FleetNode::domain,
                    TreeMap::new,
                    Collectors.mapping(FleetNode::name, Collectors.toList())));
    var agents = AgentsExecutor.open(system, DeskSettings.USUAL, awaited, clock);
    own.ifPresent(host -> host.join(system, List.of(agents.desk()), machine));
    return new AgentGate(agents, own, system, settings, clock.instant());
  }

  private static ActorSystem<Void> listen(Config config, AgentHost own, int port) {
    return PortTaking.take(own.executor(), port, () -> listen(config));
  }

  private static ActorSystem<Void> listen(Config config) {
    return LinkSystem.start(Behaviors.empty(), config, "metasched.service.agents.listen");
  }

  /**
   * Opens the executor for this JVM's own nodes. This executor is opened before the service
   * listens, because a run may use the service's port.
   */
  private static Optional<AgentHost> own(ServiceSettings settings, AgentSettings agent) {
    var nodes =
        settings.nodes().stream()
            .filter(node -> !settings.agents().domains().contains(node.domain()))
            .toList();
    if (nodes.isEmpty()) {
      return Optional.empty();
    }
    var offered =
        nodes.stream()
            .map(
                node ->
                    new OfferedNode(
                        node.name(), node.performance(), node.priceMilli(), node.properties()))
            .toList();
    var own = AgentHost.open(agent, nodes.get(0).domain(), offered);
    RunExecutors.warn(own.title().weaknesses());
    return Optional.of(own);
  }

  private static void requireNodes(ServiceSettings settings) {
    for (var domain : settings.agents().domains()) {
      if (settings.nodes().stream().noneMatch(node -> node.domain().equals(domain))) {
        throw new SettingsException(
            "metasched.service.agents.domains: allowed are domains of metasched.service.nodes,"
                + " given was '%s'".formatted(domain));
      }
    }
  }

  @Override
  public CompletionStage<Void> prepare(RunSpec spec) {
    return agents.prepare(spec);
  }

  @Override
  public CompletionStage<Void> start(RunId id, Instant at) {
    return agents.start(id, at);
  }

  @Override
  public CompletionStage<Void> cancel(RunId id, String cause) {
    return agents.cancel(id, cause);
  }

  @Override
  public CompletionStage<Void> signal(RunId id, String name) {
    return agents.signal(id, name);
  }

  @Override
  public CompletionStage<Boolean> freePort(int port) {
    return own.map(host -> host.executor().freePort(port))
        .orElseGet(() -> CompletableFuture.completedFuture(false));
  }

  /** Returns the nodes with silent agents or wrong clocks. */
  @Override
  public CompletionStage<SortedMap<String, Silence>> silentNodes() {
    return agents
        .agents()
        .thenApply(
            views -> {
              var never = new Silence(Silence.Cause.NO_AGENT, opened);
              var silent = new TreeMap<String, Silence>();
              nodes.forEach(node -> silent.put(node, never));
              for (var view : views) {
                for (var node : view.title().nodes()) {
                  silent.remove(node.name());
                  view.silence()
                      .filter(why -> nodes.contains(node.name()))
                      .ifPresent(why -> silent.put(node.name(), why));
                }
              }
              return silent;
            });
  }

  @Override
  public CompletionStage<List<RunFact>> runs() {
    return agents.runs();
  }

  @Override
  public CompletionStage<Void> acknowledge(RunId id) {
    return agents.acknowledge(id);
  }

  @Override
  public CompletionStage<OutputChunk> output(
      RunId id, OutputStreamName stream, long offset, int length) {
    return agents.output(id, stream, offset, length);
  }

  @Override
  public CompletionStage<SortedMap<String, Machine>> machines(Collection<String> nodes) {
    return agents.machines(nodes);
  }

  @Override
  public void listen(Consumer<RunFact> listener) {
    agents.listen(listener);
  }

  @Override
  public SiteBooking siteBooking() {
    return agents.siteBooking();
  }

  @Override
  public void listenToSites(Consumer<SiteCalendar> listener) {
    agents.listenToSites(listener);
  }

  @Override
  public void unlisten(Consumer<RunFact> listener) {
    agents.unlisten(listener);
  }

  @Override
  public void close() {
    agents.close();
    system.terminate();
    own.ifPresent(AgentHost::close);
  }
}
