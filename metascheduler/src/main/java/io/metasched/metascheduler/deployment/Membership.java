package io.metasched.metascheduler.deployment;

import akka.actor.CoordinatedShutdown;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.cluster.ClusterEvent;
import akka.cluster.ClusterEvent.MemberEvent;
import akka.cluster.ClusterEvent.ReachabilityEvent;
import akka.cluster.Member;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Subscribe;
import io.metasched.metascheduler.deployment.config.ClusterSystems;
import io.metasched.metascheduler.deployment.config.MemberRole;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Actor that reports changes of the members of a cluster, and the location of the metascheduler. A
 * JVM that has joined a cluster of another version leaves again.
 */
final class Membership extends AbstractBehavior<Membership.Command> {

  /** Command to a membership. */
  sealed interface Command {}

  /** Event that a member has joined, or is leaving. */
  record Came(MemberEvent event) implements Command {}

  /** Event that a member is unreachable, or reachable again. */
  record Seen(ReachabilityEvent event) implements Command {}

  /**
   * Reason why this JVM leaves.
   *
   * @param what explanation for the user
   */
  record OtherVersion(String what) implements CoordinatedShutdown.Reason {}

  /**
   * This JVM.
   *
   * @param version version of the program
   * @param place {@code HOST:PORT} at which the other members reach this JVM
   * @param leave makes this JVM leave the cluster
   */
  record LocalMember(String version, String place, Consumer<OtherVersion> leave) {}

  private final LocalMember here;
  private final ClusterEvents events;
  // the state reported by the cluster may be older than an event
  private final TreeMap<String, Member> up = new TreeMap<>();
  private String metascheduler = "";

  private Membership(ActorContext<Command> context, LocalMember here, ClusterEvents events) {
    super(context);
    this.here = here;
    this.events = events;
  }

  /**
   * Creates a membership.
   *
   * @param version version of the program
   * @param events listener for the changes
   */
  static Behavior<Command> create(String version, ClusterEvents events) {
    return Behaviors.setup(
        context -> {
          var system = context.getSystem();
          var cluster = Cluster.get(system);
          var came = context.messageAdapter(MemberEvent.class, Came::new);
          var seen = context.messageAdapter(ReachabilityEvent.class, Seen::new);
          cluster.subscriptions().tell(Subscribe.create(came, MemberEvent.class));
          cluster.subscriptions().tell(Subscribe.create(seen, ReachabilityEvent.class));
          var here =
              new LocalMember(
                  version,
                  ClusterMembers.place(cluster.selfMember()),
                  why -> CoordinatedShutdown.get(system).runAll(why));
          return new Membership(context, here, events);
        });
  }

  /** Creates a membership to which the caller reports changes of members. */
  static Behavior<Command> create(LocalMember here, ClusterEvents events) {
    return Behaviors.setup(context -> new Membership(context, here, events));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Came.class, this::onCame)
        .onMessage(Seen.class, this::onSeen)
        .build();
  }

  private Behavior<Command> onCame(Came came) {
    var member = came.event().member();
    if (came.event() instanceof ClusterEvent.MemberUp) {
      up.put(ClusterMembers.place(member), member);
      report(member, "(%s) is up".formatted(String.join(", ", ClusterMembers.roles(member))));
      ClusterSystems.process(member.getRoles()).ifPresent(events::up);
      leaveOtherVersions();
    } else if (came.event() instanceof ClusterEvent.MemberRemoved) {
      up.remove(ClusterMembers.place(member));
      report(member, "is removed");
    }
    reportMetascheduler();
    return this;
  }

  private Behavior<Command> onSeen(Seen seen) {
    boolean unreachable = seen.event() instanceof ClusterEvent.UnreachableMember;
    var member = seen.event().member();
    report(member, unreachable ? "is unreachable" : "is reachable again");
    if (unreachable) {
      ClusterSystems.process(member.getRoles()).ifPresent(events::unreachable);
    }
    return this;
  }

  /** Reports the location of the singleton, which is in the oldest JVM that may host it. */
  private void reportMetascheduler() {
    Member oldest = null;
    for (var member : up.values()) {
      if (ClusterMembers.has(member, MemberRole.METASCHEDULER)
          && (oldest == null || member.isOlderThan(oldest))) {
        oldest = member;
      }
    }
    if (oldest == null) {
      metascheduler = "";
    } else if (!ClusterMembers.place(oldest).equals(metascheduler)) {
      metascheduler = ClusterMembers.place(oldest);
      report(oldest, "has the metascheduler");
    }
  }

  /** Leaves the cluster if an older member has another version. */
  private void leaveOtherVersions() {
    var own = up.get(here.place());
    if (own == null) {
      return;
    }
    for (var member : up.values()) {
      var theirs = member.appVersion().version();
      if (!theirs.equals(here.version()) && member.isOlderThan(own)) {
        var what =
            "the cluster at %s runs metasched %s, but this is %s; all must be of one version"
                .formatted(ClusterMembers.place(member), theirs, here.version());
        here.leave().accept(new OtherVersion(what));
        return;
      }
    }
  }

  private void report(Member member, String what) {
    events.happened("%s %s".formatted(ClusterMembers.place(member), what));
  }
}
