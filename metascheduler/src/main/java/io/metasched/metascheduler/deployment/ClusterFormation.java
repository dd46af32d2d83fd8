package io.metasched.metascheduler.deployment;

import akka.actor.typed.ActorRef;
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
import io.metasched.metascheduler.deployment.config.DeploymentException;
import io.metasched.metascheduler.deployment.config.MemberRole;
import io.metasched.resource.actor.CborSerializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/**
 * Actor that waits for enough members of each role, and asks each member to load its part, until
 * all have loaded their parts. The actor then remains: members watch it, and release the loaded
 * data when it ends.
 */
public final class ClusterFormation extends AbstractBehavior<ClusterFormation.Command> {
  private static final Duration PATIENCE = Duration.ofMillis(200);

  /** Command to a formation. */
  public sealed interface Command {}

  /** Confirmation that a member has loaded its part, so that actors may start in it. */
  public record Loaded(String member, String fingerprint) implements Command, CborSerializable {}

  /** Refusal to take part, by a member. */
  public record Refused(String member, String why) implements Command, CborSerializable {}

  /** Event that a JVM has become a member of the cluster. */
  record MemberCame(Member member) implements Command {}

  /** Event that a JVM is no longer a member. */
  record MemberGone(Member member) implements Command {}

  private record AskAgain() implements Command {}

  private record TimeOut() implements Command {}

  /**
   * Conditions of a formation.
   *
   * @param version version of the program in this JVM; members with another version do not count
   * @param fingerprint fingerprint of the data that this JVM has loaded
   * @param difference reason why a member with another fingerprint cannot take part
   * @param awaited required number of members of each role
   * @param timeout maximum duration of the formation
   */
  public record Call(
      String version,
      String fingerprint,
      String difference,
      SortedMap<MemberRole, Integer> awaited,
      Duration timeout) {
    public Call {
      awaited = Collections.unmodifiableSortedMap(new TreeMap<>(awaited));
    }
  }

  /**
   * Members that have all loaded their parts.
   *
   * @param members members by place
   */
  public record Formed(SortedMap<String, Member> members) {
    public Formed {
      members = Collections.unmodifiableSortedMap(new TreeMap<>(members));
    }

    /** Returns the places of the members that have a role, in the order of the places. */
    public List<String> places(MemberRole role) {
      var places = new ArrayList<String>();
      members.forEach(
          (place, member) -> {
            if (ClusterMembers.has(member, role)) {
              places.add(place);
            }
          });
      return places;
    }
  }

  private final Call call;
  private final BiConsumer<String, ActorRef<Command>> question;
  private final CompletableFuture<Formed> formed;
  private final TreeMap<String, Member> members = new TreeMap<>();
  private final TreeSet<String> asked = new TreeSet<>();
  private final TreeSet<String> loaded = new TreeSet<>();

  private ClusterFormation(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      Call call,
      BiConsumer<String, ActorRef<Command>> question,
      CompletableFuture<Formed> formed) {
    super(context);
    this.call = call;
    this.question = question;
    this.formed = formed;
    timers.startTimerWithFixedDelay(new AskAgain(), PATIENCE);
    timers.startSingleTimer(new TimeOut(), call.timeout());
  }

  /**
   * Creates a formation.
   *
   * @param question function that asks the member at a place to load its part; the member replies
   *     with {@link Loaded} or {@link Refused} and this place, or is asked again
   * @param formed completed when all members have joined and loaded their parts, or with the reason
   *     of a failure
   */
  public static Behavior<Command> create(
      Call call, BiConsumer<String, ActorRef<Command>> question, CompletableFuture<Formed> formed) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  var formation = new ClusterFormation(context, timers, call, question, formed);
                  formation.subscribe();
                  return formation;
                }));
  }

  /** Creates a formation to which the caller reports members. */
  static Behavior<Command> createUnsubscribed(
      Call call, BiConsumer<String, ActorRef<Command>> question, CompletableFuture<Formed> formed) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> new ClusterFormation(context, timers, call, question, formed)));
  }

  private void subscribe() {
    var came =
        getContext().messageAdapter(ClusterEvent.MemberUp.class, e -> new MemberCame(e.member()));
    var gone =
        getContext()
            .messageAdapter(ClusterEvent.MemberRemoved.class, e -> new MemberGone(e.member()));
    var cluster = Cluster.get(getContext().getSystem());
    cluster.subscriptions().tell(Subscribe.create(came, ClusterEvent.MemberUp.class));
    cluster.subscriptions().tell(Subscribe.create(gone, ClusterEvent.MemberRemoved.class));
    cluster.state().getMembers().forEach(this::note);
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(MemberCame.class, this::onMemberCame)
        .onMessage(MemberGone.class, this::onMemberGone)
        .onMessage(AskAgain.class, this::onAskAgain)
        .onMessage(Loaded.class, this::onLoaded)
        .onMessage(Refused.class, this::onRefused)
        .onMessage(TimeOut.class, this::onTimeOut)
        .build();
  }

  private Behavior<Command> onMemberCame(MemberCame came) {
    note(came.member());
    askIfAllAreHere();
    return this;
  }

  /**
   * Processes the loss of a member. A member that was asked cannot be replaced, because its part is
   * already fixed.
   */
  private Behavior<Command> onMemberGone(MemberGone gone) {
    var place = ClusterMembers.place(gone.member());
    members.remove(place);
    if (asked.contains(place)) {
      formed.completeExceptionally(
          new IllegalStateException(
              "%s has ended or became unreachable before the run began".formatted(place)));
    }
    return this;
  }

  private void note(Member member) {
    // a member with another version is about to leave
    if (member.status().equals(MemberStatus.up())
        && member.appVersion().version().equals(call.version())
        && ClusterMembers.isForRuns(member)) {
      members.put(ClusterMembers.place(member), member);
    }
  }

  private boolean allAreHere() {
    return call.awaited().entrySet().stream()
        .allMatch(role -> count(role.getKey()) >= role.getValue());
  }

  private long count(MemberRole role) {
    return members.values().stream().filter(member -> ClusterMembers.has(member, role)).count();
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
    for (var place : asked) {
      if (!loaded.contains(place)) {
        question.accept(place, getContext().getSelf());
      }
    }
  }

  private Behavior<Command> onLoaded(Loaded c) {
    if (!c.fingerprint().equals(call.fingerprint())) {
      return onRefused(new Refused(c.member(), call.difference()));
    }
    if (asked.contains(c.member()) && loaded.add(c.member()) && loaded.equals(asked)) {
      var all = new TreeMap<>(members);
      all.keySet().retainAll(asked);
      formed.complete(new Formed(all));
    }
    return this;
  }

  private Behavior<Command> onRefused(Refused c) {
    if (asked.contains(c.member())) {
      formed.completeExceptionally(
          new DeploymentException("%s cannot take part: %s".formatted(c.member(), c.why())));
    }
    return this;
  }

  private Behavior<Command> onTimeOut(TimeOut late) {
    formed.completeExceptionally(
        new IllegalStateException(
            asked.isEmpty()
                ? "of %s, %s joined in %d s"
                    .formatted(awaited(), members.keySet(), call.timeout().toSeconds())
                : "no answer from %s in %d s".formatted(unanswered(), call.timeout().toSeconds())));
    return this;
  }

  /** Returns a text such as: 2 JVMs with owners, 1 with a metascheduler and 1 with users. */
  private String awaited() {
    var each = new ArrayList<String>();
    call.awaited()
        .forEach(
            (role, count) -> {
              var jvms = each.isEmpty() ? "%d JVMs with %s" : "%d with %s";
              each.add(jvms.formatted(count, role.hosted()));
            });
    var last = each.remove(each.size() - 1);
    return each.isEmpty() ? last : "%s and %s".formatted(String.join(", ", each), last);
  }

  private List<String> unanswered() {
    return asked.stream().filter(place -> !loaded.contains(place)).toList();
  }
}
