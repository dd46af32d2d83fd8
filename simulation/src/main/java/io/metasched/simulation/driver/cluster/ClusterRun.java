package io.metasched.simulation.driver.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Props;
import akka.cluster.typed.Cluster;
import io.metasched.metascheduler.deployment.ClusterEvents;
import io.metasched.metascheduler.deployment.ClusterFormation;
import io.metasched.metascheduler.deployment.ClusterMembers;
import io.metasched.metascheduler.deployment.ClusterNode;
import io.metasched.metascheduler.deployment.ClusterUsage;
import io.metasched.metascheduler.deployment.NodeStats;
import io.metasched.metascheduler.deployment.NodeStatsCollector;
import io.metasched.metascheduler.deployment.OwnerEntities;
import io.metasched.metascheduler.deployment.OwnerRouting;
import io.metasched.metascheduler.deployment.Schedulers;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.ClusterSystems;
import io.metasched.metascheduler.deployment.config.DeploymentException;
import io.metasched.metascheduler.deployment.config.MemberRole;
import io.metasched.simulation.driver.ActorBlueprint;
import io.metasched.simulation.driver.ActorDriver;
import io.metasched.simulation.driver.ActorModel;
import io.metasched.simulation.driver.ActorSystemRunner;
import io.metasched.simulation.driver.Drivers;
import io.metasched.simulation.driver.RunActors;
import io.metasched.simulation.driver.SimulationClock;
import io.metasched.simulation.rows.Deployment;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.scenario.UsageException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Run over several JVMs in its calling process. The process is a member of the cluster that hosts
 * the clocks and no other actor of the run, so that it builds the result.
 */
public final class ClusterRun implements AutoCloseable {
  private final ScenarioRegistry registry;
  private final ClusterSettings settings;
  private final ClusterEvents events;
  private final ActorSystemRunner runner;
  private final ActorSystem<?> system;
  private final ClusterNode node;
  private final String id;
  private int policyRuns;
  private @Nullable DeployableScenario deployable;
  private @Nullable MemberDirectory members;
  private SortedMap<String, NodeStats> counted = Collections.emptySortedMap();
  private final TreeMap<Integer, RunDeployer.Found> located = new TreeMap<>(); // by policy
  private final List<Consumer<Throwable>> running = new ArrayList<>();
  private @Nullable Throwable failure;

  private ClusterRun(
      String version,
      Supplier<ScenarioRegistry> registryFactory,
      ClusterSettings settings,
      ClusterEvents events) {
    this.settings = settings;
    this.events = events;
    runner =
        new ActorSystemRunner(
            new ActorSystemRunner.Systems() {
              @Override
              public <T> ActorSystem<T> start(Behavior<T> guardian, String name) {
                var roles = List.of(MemberRole.DRIVER);
                return ClusterSystems.start(guardian, name, settings, roles, version);
              }
            });
    try {
      registry = registryFactory.get();
    } catch (RuntimeException e) {
      runner.close();
      throw e;
    }
    system = runner.system();
    node = ClusterNode.join(system, settings, version, events);
    id = Long.toHexString(Cluster.get(system).selfMember().uniqueAddress().longUid());
    var unused = system.getWhenTerminated().thenRun(() -> node.end().ifPresent(this::fail));
  }

  /**
   * Joins the cluster of the seeds; without seeds, forms a new cluster, which others may join.
   *
   * @param version version of the program
   * @param registry creates the registry while the actor system starts
   * @param events receives membership events
   * @throws DeploymentException if it cannot listen on its address
   */
  public static ClusterRun open(
      String version,
      Supplier<ScenarioRegistry> registry,
      ClusterSettings settings,
      ClusterEvents events) {
    return new ClusterRun(version, registry, settings, events);
  }

  /** Joins the cluster of the seeds, or forms a new one, with an existing registry. */
  public static ClusterRun open(
      ScenarioRegistry registry, ClusterSettings settings, ClusterEvents events) {
    return new ClusterRun(registry.version(), () -> registry, settings, events);
  }

  /** Returns the address through which others may join. */
  public String place() {
    return node.place();
  }

  /**
   * Waits for the JVMs, and makes them load the scenario.
   *
   * @param owners number of awaited JVMs with owners, at least 1
   * @throws DeploymentException if one of the JVMs cannot take part, or this JVM cannot join them
   * @throws UsageException if the scenario cannot be loaded in this JVM
   * @throws IllegalStateException if the JVMs do not join in time, or one of them terminates
   */
  public void formation(ClusterRunSpec spec, int owners) {
    var own = registry.load(id, spec);
    var formed = new CompletableFuture<ClusterFormation.Formed>();
    onFailure(formed::completeExceptionally);
    var formation =
        ClusterFormation.create(call(own, owners), (place, to) -> load(spec, place, to), formed);
    try {
      system.systemActorOf(formation, "formation", Props.empty());
    } catch (IllegalStateException isEnding) {
      throw node.awaitEnd().orElse(isEnding);
    }
    try {
      members = directory(formed.join());
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException known ? known : e;
    }
    deployable = own;
    counted = new NodeStatsCollector(system).counted();
  }

  private ClusterFormation.Call call(DeployableScenario own, int owners) {
    var awaited = new TreeMap<MemberRole, Integer>();
    awaited.put(MemberRole.OWNERS, owners);
    awaited.put(MemberRole.METASCHEDULER, 1);
    awaited.put(MemberRole.USERS, 1);
    return new ClusterFormation.Call(
        registry.version(),
        own.fingerprint(),
        "its log differs from the run's log",
        awaited,
        settings.startTimeout());
  }

  private void load(ClusterRunSpec spec, String place, ActorRef<ClusterFormation.Command> replyTo) {
    guardian(place).tell(new NodeGuardian.LoadScenario(id, spec, place, replyTo));
  }

  private ActorRef<NodeGuardian.Command> guardian(String place) {
    return ClusterMembers.guardian(system, place);
  }

  private MemberDirectory directory(ClusterFormation.Formed formed) {
    OwnerEntities.takePart(system, registry);
    return new MemberDirectory(
        (owner, question) -> OwnerEntities.find(system, owner, question),
        Schedulers.takePart(system, registry)::find,
        formed.places(MemberRole.USERS).stream().map(this::guardian).toList());
  }

  /**
   * Returns the locations of the actors of the last policy, and the traffic between the JVMs since
   * the cluster was formed. Traffic of other runs that the JVMs serve at the same time is included.
   * A JVM that does not reply is listed without its traffic.
   *
   * @param started ids of the processes that were started for this run, which are then numbered in
   *     this order
   */
  public Deployment deployment(List<Long> started) {
    return new DeploymentReader(system)
        .deployment(loaded().ownersName(), lastLocated(), counted, started);
  }

  private synchronized RunDeployer.Found lastLocated() {
    return located.isEmpty() ? new RunDeployer.Found() : located.lastEntry().getValue();
  }

  /**
   * Returns the resource usage of all JVMs of the cluster so far, including this JVM; waits for
   * their replies.
   */
  public ClusterUsage reading() {
    return ClusterUsage.of(new NodeStatsCollector(system).counted());
  }

  /** Fails the current policy runs and all later ones. */
  public synchronized void fail(Throwable why) {
    failure = why;
    running.forEach(failed -> failed.accept(why));
  }

  /** Registers an action for a failure; a future that is completed by then ignores it. */
  private synchronized void onFailure(Consumer<Throwable> failed) {
    running.add(failed);
    if (failure != null) {
      failed.accept(failure);
    }
  }

  /**
   * Creates a driver of runs of the scenario that the JVMs have loaded, of one policy after another
   * or of several in parallel.
   *
   * @param blueprints factory of the blueprints of the scenario's system
   * @param free whether organizations compete in the order in which their messages arrive, so that
   *     the outcome is sound but not repeatable
   */
  public <R extends RunTables> ActorDriver<R> driver(
      ActorBlueprint.Factory<R> blueprints, boolean free) {
    var name = free ? Drivers.CLUSTER_FREE : Drivers.CLUSTER;
    return new ActorDriver<>(name, free, registry.settings(), blueprints, runner, this::clock);
  }

  private <R extends RunTables> Behavior<?> clock(
      SimulationClock.PolicyRun<R> policyRun,
      String policy,
      CompletableFuture<ActorModel<R>> outcome) {
    return deployer(
        loaded().policy(policy),
        (proxies, places) ->
            SimulationClock.create(policyRun, clock -> actors(proxies, places), outcome),
        outcome::completeExceptionally);
  }

  private RunActors actors(RunDeployer.Found proxies, RunDeployer.Found places) {
    var owners =
        new OwnerRouting(
            system,
            number -> Objects.requireNonNull(proxies.owners().get(number)),
            places.owners());
    return new RunActors(owners, proxies.owners(), proxies.schedulers(), proxies.users());
  }

  private DeployableScenario loaded() {
    if (deployable == null) {
      throw new IllegalStateException("the cluster has not been formed");
    }
    return deployable;
  }

  /**
   * Starts the actors of the first policy for an actor other than a clock; waits until that actor
   * has completed its future.
   *
   * @param visitor creates that actor
   */
  public <T> T visit(BiFunction<RunActors, CompletableFuture<T>, Behavior<?>> visitor) {
    return runner.run(
        end ->
            deployer(
                0,
                (proxies, places) -> visitor.apply(actors(proxies, places), end),
                why -> end.completeExceptionally(why)),
        DispatcherSelector.defaultDispatcher());
  }

  /**
   * Creates the deployer of a policy run.
   *
   * @param clock creates the clock from proxies of its actors and from the actors themselves
   */
  private synchronized Behavior<?> deployer(
      int policy,
      BiFunction<RunDeployer.Found, RunDeployer.Found, Behavior<?>> clock,
      Consumer<Throwable> failed) {
    if (deployable == null || members == null) {
      throw new IllegalStateException("the cluster has not been formed");
    }
    onFailure(failed);
    var policyRun = new PolicyRunId(id, policyRuns++, policy);
    var places = new RunDeployer.Found();
    located.put(policy, places);
    return RunDeployer.create(
        new RunDeployer.PolicyRun(
            policyRun,
            deployable,
            members,
            settings.startTimeout(),
            events,
            places,
            proxies -> clock.apply(proxies, places),
            failed));
  }

  /** Leaves the cluster gracefully, and stops. */
  @Override
  public void close() {
    node.close();
  }
}
