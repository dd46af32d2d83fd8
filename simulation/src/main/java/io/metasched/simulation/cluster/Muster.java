package io.metasched.simulation.cluster;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import akka.cluster.ClusterEvent;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Subscribe;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.simulation.cluster.config.Role;
import io.metasched.simulation.config.UsageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Waits until the JVMs of a run are members of the cluster, and has each of them learn the
 * scenario. What they have learnt they forget when it stops.
 */
final class Muster extends AbstractBehavior<Muster.Command> {
  private static final Duration PATIENCE = Duration.ofMillis(200);

  /** Everything a muster understands. */
  sealed interface Command {}

  /** A JVM has learnt the scenario, and actors may come to life in it. */
  record Learnt(String member, String fingerprint) implements Command, CborSerializable {}

  /** A JVM cannot take part. */
  record Refused(String member, String why) implements Command, CborSerializable {}

  /** A JVM has become a member of the cluster. */
  record MemberCame(Member member) implements Command {}

  private record AskAgain() implements Command {}

  private record GiveUp() implements Command {}

  /**
   * What is mustered for.
   *
   * @param fingerprint of the scene as this JVM has brought it to life
   * @param owners how many JVMs with owners are awaited, at least 1
   * @param timeout how long all may take
   */
  record Call(String run, Script script, String fingerprint, int owners, Duration timeout) {}

  /**
   * What this JVM knows of the others.
   *
   * @param version of the program here
   * @param stage the stage of the JVM at {@code HOST:PORT}
   * @param company takes part here, and makes the company of these stages of users
   */
  record Places(
      String version,
      Function<String, ActorRef<Stage.Command>> stage,
      Function<List<ActorRef<Stage.Command>>, Company> company) {

    static Places of(ActorSystem<?> system, Repertoire repertoire) {
      return new Places(
          repertoire.version(),
          place -> Muster.stage(system, place),
          users -> {
            Owners.takePart(system, repertoire);
            return new Company(
                (owner, question) -> Owners.find(system, owner, question),
                Schedulers.takePart(system, repertoire)::find,
                users);
          });
    }
  }

  private final Call call;
  private final Places places;
  private final CompletableFuture<Company> company;
  private final TreeMap<String, Member> members = new TreeMap<>();
  private final TreeSet<String> asked = new TreeSet<>();
  private final TreeSet<String> learnt = new TreeSet<>();

  private Muster(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      Call call,
      Places places,
      CompletableFuture<Company> company) {
    super(context);
    this.call = call;
    this.places = places;
    this.company = company;
    timers.startTimerWithFixedDelay(new AskAgain(), PATIENCE);
    timers.startSingleTimer(new GiveUp(), call.timeout());
  }

  /**
   * Creates a muster.
   *
   * @param company is completed when all are there and know the scenario, or with why it cannot be
   */
  static Behavior<Command> create(
      Call call, Repertoire repertoire, CompletableFuture<Company> company) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  var places = Places.of(context.getSystem(), repertoire);
                  var muster = new Muster(context, timers, call, places, company);
                  muster.learnWhoComes();
                  return muster;
                }));
  }

  /** The same where somebody else tells who comes. */
  static Behavior<Command> create(Call call, Places places, CompletableFuture<Company> company) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(timers -> new Muster(context, timers, call, places, company)));
  }

  private void learnWhoComes() {
    var came =
        getContext().messageAdapter(ClusterEvent.MemberUp.class, e -> new MemberCame(e.member()));
    var cluster = Cluster.get(getContext().getSystem());
    cluster.subscriptions().tell(Subscribe.create(came, ClusterEvent.MemberUp.class));
    cluster.state().getMembers().forEach(this::note);
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(MemberCame.class, this::onMemberCame)
        .onMessage(AskAgain.class, this::onAskAgain)
        .onMessage(Learnt.class, this::onLearnt)
        .onMessage(Refused.class, this::onRefused)
        .onMessage(GiveUp.class, this::onGiveUp)
        .build();
  }

  private Behavior<Command> onMemberCame(MemberCame came) {
    note(came.member());
    askIfAllAreHere();
    return this;
  }

  private void note(Member member) {
    // who is of another version is about to leave
    if (member.status().equals(MemberStatus.up())
        && member.appVersion().version().equals(places.version())
        && !has(member, Role.KEEPER)) {
      members.put(place(member), member);
    }
  }

  private boolean allAreHere() {
    return count(Role.OWNERS) >= call.owners()
        && count(Role.METASCHEDULER) > 0
        && count(Role.USERS) > 0;
  }

  private long count(Role role) {
    return members.values().stream().filter(member -> has(member, role)).count();
  }

  private void askIfAllAreHere() {
    if (asked.isEmpty() && allAreHere()) {
      asked.addAll(members.keySet());
      ask();
    }
  }

  private Behavior<Command> onAskAgain(AskAgain again) {
    askIfAllAreHere();
    ask();
    return this;
  }

  private void ask() {
    var self = getContext().getSelf();
    for (var place : asked) {
      if (!learnt.contains(place)) {
        places.stage().apply(place).tell(new Stage.Learn(call.run(), call.script(), place, self));
      }
    }
  }

  /** The guardian of another JVM's actor system. */
  static ActorRef<Stage.Command> stage(ActorSystem<?> system, String place) {
    var path = "akka://%s@%s/user".formatted(system.name(), place);
    return ActorRefResolver.get(system).resolveActorRef(path);
  }

  private Behavior<Command> onLearnt(Learnt c) {
    if (!c.fingerprint().equals(call.fingerprint())) {
      return onRefused(new Refused(c.member(), "its log differs from the one of the run"));
    }
    if (asked.contains(c.member()) && learnt.add(c.member()) && learnt.equals(asked)) {
      var users = new ArrayList<ActorRef<Stage.Command>>();
      members.forEach(
          (place, member) -> {
            if (asked.contains(place) && has(member, Role.USERS)) {
              users.add(places.stage().apply(place));
            }
          });
      company.complete(places.company().apply(users));
    }
    return this;
  }

  private Behavior<Command> onRefused(Refused c) {
    if (asked.contains(c.member())) {
      company.completeExceptionally(
          new UsageException("%s cannot take part: %s".formatted(c.member(), c.why())));
    }
    return this;
  }

  private Behavior<Command> onGiveUp(GiveUp late) {
    company.completeExceptionally(
        new IllegalStateException(
            asked.isEmpty()
                ? "of %d JVMs with owners, 1 with a metascheduler and 1 with users, %s came in %d s"
                    .formatted(call.owners(), members.keySet(), call.timeout().toSeconds())
                : "no answer from %s in %d s".formatted(silent(), call.timeout().toSeconds())));
    return this;
  }

  private List<String> silent() {
    return asked.stream().filter(place -> !learnt.contains(place)).toList();
  }

  static boolean has(Member member, Role role) {
    return member.hasRole(role.registryName());
  }

  /** The names of all roles of a member. */
  static List<String> roles(Member member) {
    return Arrays.stream(Role.values())
        .filter(role -> has(member, role))
        .map(Role::registryName)
        .toList();
  }

  /** {@code HOST:PORT} of a member. */
  static String place(Member member) {
    return place(member.address());
  }

  /** The same of an actor system. */
  static String place(Address address) {
    return address.hostPort().replaceFirst("^[^@]*@", "");
  }
}
