package io.metasched.simulation.cluster;

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
import io.metasched.simulation.cluster.config.ClusterSystems;
import io.metasched.simulation.cluster.config.Role;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Tells what happens to the members of a cluster, and where the metascheduler is. A JVM that has
 * come to members of another version leaves again.
 */
final class Membership extends AbstractBehavior<Membership.Command> {

  /** Everything it understands. */
  sealed interface Command {}

  /** A member has come, or is on its way out. */
  record Came(MemberEvent event) implements Command {}

  /** A member is lost from sight, or seen again. */
  record Seen(ReachabilityEvent event) implements Command {}

  /**
   * Why this JVM leaves.
   *
   * @param what for the user
   */
  record OtherVersion(String what) implements CoordinatedShutdown.Reason {}

  /**
   * This JVM.
   *
   * @param version of the program
   * @param place {@code HOST:PORT} under which the others know it
   * @param leave has it leave the cluster
   */
  record Here(String version, String place, Consumer<OtherVersion> leave) {}

  private final Here here;
  private final ClusterEvents events;
  // what the cluster itself tells of its state may be older than an event
  private final TreeMap<String, Member> up = new TreeMap<>();
  private String metascheduler = "";

  private Membership(ActorContext<Command> context, Here here, ClusterEvents events) {
    super(context);
    this.here = here;
    this.events = events;
  }

  /**
   * Creates it.
   *
   * @param version of the program
   * @param events is told each thing that happens
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
              new Here(
                  version,
                  Muster.place(cluster.selfMember()),
                  why -> CoordinatedShutdown.get(system).runAll(why));
          return new Membership(context, here, events);
        });
  }

  /** The same where somebody else tells what happens to members. */
  static Behavior<Command> create(Here here, ClusterEvents events) {
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
      up.put(Muster.place(member), member);
      tell(member, "(%s) is up".formatted(String.join(", ", Muster.roles(member))));
      ClusterSystems.process(member.getRoles()).ifPresent(events::up);
      leaveOtherVersions();
    } else if (came.event() instanceof ClusterEvent.MemberRemoved) {
      up.remove(Muster.place(member));
      tell(member, "is removed");
    }
    tellWhereTheMetaschedulerIs();
    return this;
  }

  private Behavior<Command> onSeen(Seen seen) {
    boolean lost = seen.event() instanceof ClusterEvent.UnreachableMember;
    var member = seen.event().member();
    tell(member, lost ? "is unreachable" : "is reachable again");
    if (lost) {
      ClusterSystems.process(member.getRoles()).ifPresent(events::unreachable);
    }
    return this;
  }

  /** The singleton is in the oldest of the JVMs that may have it. */
  private void tellWhereTheMetaschedulerIs() {
    Member oldest = null;
    for (var member : up.values()) {
      if (Muster.has(member, Role.METASCHEDULER)
          && (oldest == null || member.isOlderThan(oldest))) {
        oldest = member;
      }
    }
    if (oldest == null) {
      metascheduler = "";
    } else if (!Muster.place(oldest).equals(metascheduler)) {
      metascheduler = Muster.place(oldest);
      tell(oldest, "has the metascheduler");
    }
  }

  /** Who has come later leaves. */
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
                .formatted(Muster.place(member), theirs, here.version());
        here.leave().accept(new OtherVersion(what));
        return;
      }
    }
  }

  private void tell(Member member, String what) {
    events.happened("%s %s".formatted(Muster.place(member), what));
  }
}
