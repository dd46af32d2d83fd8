package io.metasched.simulation.driver.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.metasched.metascheduler.deployment.ClusterEvents;
import io.metasched.metascheduler.deployment.ClusterMembers;
import io.metasched.metascheduler.deployment.EntityHost;
import io.metasched.metascheduler.deployment.RelocatingProxy;
import io.metasched.metascheduler.model.EnumLabel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Deployer of a policy run in the JVMs of a cluster. It starts the owners, then the schedulers over
 * them, then the users, and then the clock, which reaches the actors through relocating proxies.
 * All actors stop with the clock.
 */
final class RunDeployer extends AbstractBehavior<Object> {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private record AskAgain() {}

  private record TimeOut() {}

  private record GuardianTerminated(ActorRef<NodeGuardian.Command> guardian) {}

  private enum Group {
    OWNERS,
    SCHEDULERS,
    USERS
  }

  /**
   * All actors of a policy run, or proxies for them, by group and number; may be read at any time.
   */
  record Found(
      SortedMap<Integer, ActorRef<Object>> owners,
      SortedMap<Integer, ActorRef<Object>> schedulers,
      SortedMap<Integer, ActorRef<Object>> users) {
    Found() {
      this(
          new ConcurrentSkipListMap<>(),
          new ConcurrentSkipListMap<>(),
          new ConcurrentSkipListMap<>());
    }

    private SortedMap<Integer, ActorRef<Object>> of(Group group) {
      return switch (group) {
        case OWNERS -> owners;
        case SCHEDULERS -> schedulers;
        case USERS -> users;
      };
    }
  }

  /**
   * Policy run to deploy.
   *
   * @param deployable scenario as loaded by this JVM
   * @param members JVMs of the run
   * @param timeout time for all actors together to start
   * @param events receives the locations of the schedulers of all organizations but the first
   * @param located receives the locations of the actors, and is kept up to date
   * @param clock creates the clock from proxies for the actors
   * @param failed receives the failure if the policy run cannot begin
   */
  record PolicyRun(
      PolicyRunId id,
      DeployableScenario deployable,
      MemberDirectory members,
      Duration timeout,
      ClusterEvents events,
      Found located,
      Function<Found, Behavior<?>> clock,
      Consumer<Throwable> failed) {}

  private final PolicyRun policyRun;
  private final Found found = new Found();
  private final SortedMap<Integer, List<Integer>> portions;
  private final TreeMap<String, Runnable> unanswered = new TreeMap<>();
  private final List<ActorRef<EntityHost.Command>> overOwners = new ArrayList<>();
  private final List<ActorRef<Object>> proxies = new ArrayList<>();
  private Group asked = Group.OWNERS;
  private boolean isOver;

  private RunDeployer(
      ActorContext<Object> context, TimerScheduler<Object> timers, PolicyRun policyRun) {
    super(context);
    this.policyRun = policyRun;
    portions = portions(policyRun);
    timers.startTimerWithFixedDelay(new AskAgain(), PATIENCE);
    timers.startSingleTimer(new TimeOut(), policyRun.timeout());
    policyRun
        .members()
        .users()
        .forEach(guardian -> context.watchWith(guardian, new GuardianTerminated(guardian)));
    askOwners();
  }

  static Behavior<Object> create(PolicyRun policyRun) {
    return Behaviors.setup(
        context -> Behaviors.withTimers(timers -> new RunDeployer(context, timers, policyRun)));
  }

  @Override
  public Receive<Object> createReceive() {
    return newReceiveBuilder()
        .onMessage(EntityHost.Resolved.class, this::onResolved)
        .onMessage(AskAgain.class, this::onAskAgain)
        .onMessage(TimeOut.class, this::onTimeOut)
        .onMessage(GuardianTerminated.class, this::onGuardianTerminated)
        .onSignal(Terminated.class, this::onTerminated)
        .build();
  }

  // --- requests

  private void askOwners() {
    for (int number : policyRun.deployable().owners(policyRun.id().policy())) {
      var name = "owner " + number;
      ask(name, resolveOwner(number, name));
    }
  }

  private Consumer<ActorRef<EntityHost.Resolved>> resolveOwner(int number, String name) {
    var members = policyRun.members();
    var owner = policyRun.id().entity(number);
    return to -> members.resolveOwner(owner, new EntityHost.Resolve(name, true, to));
  }

  private void askSchedulers() {
    for (int number : policyRun.deployable().schedulers(policyRun.id().policy())) {
      var name = "scheduler " + number;
      ask(name, resolveScheduler(number, name));
    }
  }

  private Consumer<ActorRef<EntityHost.Resolved>> resolveScheduler(int number, String name) {
    var members = policyRun.members();
    var scheduler = policyRun.id().entity(number);
    return to -> members.resolveScheduler(scheduler, new EntityHost.Resolve(name, true, to));
  }

  private void askUsers() {
    for (var users : portions.values()) {
      var name = "users " + users;
      ask(name, resolveUsers(users, name));
    }
  }

  /** Assigns the users to the JVMs in round-robin order. */
  private static SortedMap<Integer, List<Integer>> portions(PolicyRun policyRun) {
    int guardians = policyRun.members().users().size();
    var portions = new TreeMap<Integer, List<Integer>>();
    for (int user : policyRun.deployable().users(policyRun.id().policy())) {
      portions.computeIfAbsent(user % guardians, s -> new ArrayList<>()).add(user);
    }
    return portions;
  }

  /** Returns the request for users; if their JVM is down, another JVM hosts them. */
  private Consumer<ActorRef<EntityHost.Resolved>> resolveUsers(List<Integer> users, String name) {
    var id = policyRun.id();
    var members = policyRun.members();
    return to ->
        members
            .guardianOf(users.get(0))
            .ifPresent(guardian -> guardian.tell(new NodeGuardian.SpawnUsers(id, users, name, to)));
  }

  private Behavior<Object> onGuardianTerminated(GuardianTerminated gone) {
    policyRun.members().leave(gone.guardian());
    return this;
  }

  private void ask(String name, Consumer<ActorRef<EntityHost.Resolved>> question) {
    ActorRef<EntityHost.Resolved> self = getContext().getSelf().narrow();
    unanswered.put(name, () -> question.accept(self));
    question.accept(self);
  }

  // --- replies

  private Behavior<Object> onResolved(EntityHost.Resolved resolved) {
    if (unanswered.remove(resolved.name()) == null) {
      return this; // a repeated request has a repeated reply
    }
    resolved.actors().forEach(this::connect);
    if (asked != Group.OWNERS) {
      overOwners.add(resolved.host());
    }
    if (unanswered.isEmpty()) {
      goOn();
    }
    return this;
  }

  /**
   * Connects the proxy of an actor, which resolves the actor again by the request that was used
   * first.
   */
  private void connect(int number, ActorRef<Object> actor) {
    var find =
        switch (asked) {
          case OWNERS -> resolveOwner(number, "");
          case SCHEDULERS -> resolveScheduler(number, "");
          case USERS -> resolveUsers(portionOf(number), "");
        };
    boolean recovers = policyRun.deployable().recovers();
    var name = "%s-%d".formatted(EnumLabel.of(asked), number);
    var group = asked;
    isAt(group, number, actor);
    var behavior =
        RelocatingProxy.to(
            actor,
            number,
            recovers,
            find,
            now -> isAt(group, number, now),
            () -> policyRun.failed().accept(lost(name, actor)));
    var proxy = getContext().spawn(behavior, name, DispatcherSelector.sameAsParent());
    found.of(asked).put(number, proxy);
    proxies.add(proxy);
  }

  /**
   * Records the location of an actor; also called by other threads. Each JVM itself reports the
   * first scheduler, which is in the singleton.
   */
  private void isAt(Group group, int number, ActorRef<Object> actor) {
    policyRun.located().of(group).put(number, actor);
    if (group == Group.SCHEDULERS && number > 0) {
      var place = ClusterMembers.place(actor.path().address());
      policyRun
          .events()
          .happened("%s has the metascheduler of organization %d".formatted(place, number));
    }
  }

  /** Returns the failure for an actor that stopped early, which happens only if its JVM stops. */
  private static IllegalStateException lost(String name, ActorRef<Object> actor) {
    return new IllegalStateException(
        ("%s at %s is lost: its JVM has ended or is unreachable, and without a journal it"
                + " cannot recover in another JVM; give this command and all nodes"
                + " METASCHED_JOURNAL_URL=jdbc:postgresql://HOST:PORT/NAME or"
                + " jdbc:h2:tcp://HOST:PORT/NAME (docs/cluster.md)")
            .formatted(name, ClusterMembers.place(actor.path().address())));
  }

  private List<Integer> portionOf(int user) {
    int guardians = policyRun.members().users().size();
    return Objects.requireNonNull(portions.get(user % guardians));
  }

  private void goOn() {
    if (asked == Group.OWNERS) {
      asked = Group.SCHEDULERS;
      askSchedulers();
    } else if (asked == Group.SCHEDULERS) {
      asked = Group.USERS;
      askUsers();
    }
    if (unanswered.isEmpty()) {
      begin();
    }
  }

  private void begin() {
    var clock = policyRun.clock().apply(found);
    getContext().watch(getContext().spawn(clock, "clock", DispatcherSelector.sameAsParent()));
  }

  /** Stops senders of commands to owners before the owners, so that no command is unhandled. */
  private Behavior<Object> onTerminated(Terminated gone) {
    if (isOver) {
      overOwners.removeIf(host -> host.path().equals(gone.getRef().path()));
    } else {
      isOver = true;
      proxies.forEach(getContext()::stop); // otherwise they would resolve actors that are stopping
      overOwners.forEach(
          host -> {
            getContext().watch(host);
            host.tell(new EntityHost.Leave());
          });
    }
    return overOwners.isEmpty() ? Behaviors.stopped() : this;
  }

  private Behavior<Object> onAskAgain(AskAgain again) {
    unanswered.values().forEach(Runnable::run);
    return this;
  }

  private Behavior<Object> onTimeOut(TimeOut late) {
    if (unanswered.isEmpty()) {
      return this;
    }
    policyRun
        .failed()
        .accept(
            new IllegalStateException(
                "%s did not start in %d s"
                    .formatted(unanswered.keySet(), policyRun.timeout().toSeconds())));
    return Behaviors.stopped();
  }
}
