package io.metasched.simulation.driver.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import io.metasched.metascheduler.deployment.ClusterFormation;
import io.metasched.metascheduler.deployment.EntityHost;
import io.metasched.metascheduler.deployment.OwnerEntities;
import io.metasched.metascheduler.deployment.ProxyFactory;
import io.metasched.metascheduler.deployment.Schedulers;
import io.metasched.resource.actor.CborSerializable;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Guardian of the actor system of a JVM that serves runs: loads their scenarios, and is the parent
 * of their users.
 */
final class NodeGuardian extends AbstractBehavior<NodeGuardian.Command> {

  /** Message to the guardian of a node. */
  sealed interface Command {}

  /**
   * Request to load the scenario of a run, which is released when the sender has stopped. Answered
   * by {@link ClusterFormation.Loaded} or {@link ClusterFormation.Refused}.
   *
   * @param member name of this JVM in the reply
   */
  record LoadScenario(
      String run, ClusterRunSpec spec, String member, ActorRef<ClusterFormation.Command> replyTo)
      implements Command, CborSerializable {}

  /**
   * Request for users of a policy run, which are started if they are not running yet. Answered by
   * {@link EntityHost.Resolved}.
   */
  record SpawnUsers(
      PolicyRunId policyRun,
      List<Integer> users,
      String name,
      ActorRef<EntityHost.Resolved> replyTo)
      implements Command, CborSerializable {
    public SpawnUsers {
      users = List.copyOf(users);
    }
  }

  private record ReadyToHost(
      boolean yes, ClusterFormation.Loaded reply, ActorRef<ClusterFormation.Command> replyTo)
      implements Command {}

  private record RunOver(String run) implements Command {}

  private final ScenarioRegistry registry;

  private NodeGuardian(ActorContext<Command> context, ScenarioRegistry registry) {
    super(context);
    this.registry = registry;
  }

  static Behavior<Command> create(ScenarioRegistry registry) {
    return Behaviors.setup(context -> new NodeGuardian(context, registry));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(LoadScenario.class, this::onLoadScenario)
        .onMessage(SpawnUsers.class, this::onSpawnUsers)
        .onMessage(ReadyToHost.class, this::onReadyToHost)
        .onMessage(RunOver.class, this::onRunOver)
        .build();
  }

  private Behavior<Command> onLoadScenario(LoadScenario c) {
    var system = getContext().getSystem();
    try {
      var deployable = registry.load(c.run(), c.spec());
      // not earlier, because no owner may be allocated to a JVM that has not loaded its scenario
      OwnerEntities.takePart(system, registry);
      var schedulers = Schedulers.takePart(system, registry);
      getContext().watchWith(c.replyTo(), new RunOver(c.run()));
      var reply = new ClusterFormation.Loaded(c.member(), deployable.fingerprint());
      var all =
          OwnerEntities.readyToHost(system)
              .thenCombine(schedulers.readyToHost(), Boolean::logicalAnd);
      getContext()
          .pipeToSelf(all, (may, none) -> new ReadyToHost(none == null && may, reply, c.replyTo()));
    } catch (RuntimeException e) {
      c.replyTo().tell(new ClusterFormation.Refused(c.member(), String.valueOf(e.getMessage())));
    }
    return this;
  }

  /**
   * Replies that the scenario is loaded, if this JVM is ready to host. Without a reply the sender
   * repeats the command: some JVMs that have joined may not be registered yet.
   */
  private Behavior<Command> onReadyToHost(ReadyToHost c) {
    if (c.yes()) {
      c.replyTo().tell(c.reply());
    }
    return this;
  }

  private Behavior<Command> onSpawnUsers(SpawnUsers c) {
    var deployable = registry.of(c.policyRun().run());
    if (deployable.isEmpty()) {
      getContext()
          .getLog()
          .error("Policy run {} belongs to a run that this JVM has not loaded", c.policyRun());
      return this;
    }
    var name = "users-%s-%d".formatted(c.policyRun(), c.users().get(0));
    getContext()
        .getChild(name)
        .map(known -> known.<EntityHost.Command>unsafeUpcast())
        .orElseGet(
            () ->
                getContext()
                    .spawn(EntityHost.create(proxies -> users(deployable.get(), c, proxies)), name))
        .tell(new EntityHost.Resolve(c.name(), true, c.replyTo()));
    return this;
  }

  private SortedMap<Integer, Behavior<?>> users(
      DeployableScenario deployable, SpawnUsers c, ProxyFactory proxies) {
    var all = Schedulers.takePart(getContext().getSystem(), registry);
    var group = c.policyRun().group();
    var schedulers = new TreeMap<Integer, ActorRef<Object>>();
    for (int number : deployable.schedulers(c.policyRun().policy())) {
      schedulers.put(number, proxies.scheduler(group, number, deployable.recovers(), all));
    }
    var users = new TreeMap<Integer, Behavior<?>>();
    for (int user : c.users()) {
      users.put(user, deployable.user(c.policyRun(), user, schedulers));
    }
    return users;
  }

  private Behavior<Command> onRunOver(RunOver over) {
    registry.forget(over.run());
    return this;
  }
}
