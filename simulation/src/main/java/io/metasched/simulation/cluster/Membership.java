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

/**
 * Tells what happens to the members of a cluster, and where the metascheduler is. A JVM that has
 * come to members of another version leaves again.
 */
final class Membership extends AbstractBehavior<Membership.Command> {

  /** Everything it understands. */
  sealed interface Command {}

  private record Came(MemberEvent event) implements Command {}

  private record Seen(ReachabilityEvent event) implements Command {}

  /**
   * Why this JVM leaves.
   *
   * @param what for the user
   */
  record OtherVersion(String what) implements CoordinatedShutdown.Reason {}

  private final String version;
  private final ClusterEvents events;
  private final String self;
  // what the cluster itself tells of its state may be older than an event
  private final TreeMap<String, Member> up = new TreeMap<>();
  private String metascheduler = "";

  private Membership(ActorContext<Command> context, String version, ClusterEvents events) {
    super(context);
    this.version = version;
    this.events = events;
    var cluster = Cluster.get(context.getSystem());
    self = Muster.place(cluster.selfMember());
    var came = context.messageAdapter(MemberEvent.class, Came::new);
    var seen = context.messageAdapter(ReachabilityEvent.class, Seen::new);
    cluster.subscriptions().tell(Subscribe.create(came, MemberEvent.class));
    cluster.subscriptions().tell(Subscribe.create(seen, ReachabilityEvent.class));
  }

  /**
   * Creates it.
   *
   * @param version of the program
   * @param events is told each thing that happens
   */
  static Behavior<Command> create(String version, ClusterEvents events) {
    return Behaviors.setup(context -> new Membership(context, version, events));
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
    if (oldest != null && !Muster.place(oldest).equals(metascheduler)) {
      metascheduler = Muster.place(oldest);
      tell(oldest, "has the metascheduler");
    }
  }

  /** Who has come later leaves. */
  private void leaveOtherVersions() {
    var here = up.get(self);
    if (here == null) {
      return;
    }
    for (var member : up.values()) {
      var theirs = member.appVersion().version();
      if (!theirs.equals(version) && member.isOlderThan(here)) {
        var what =
            "the cluster at %s runs metasched %s, but this is %s; all must be of one version"
                .formatted(Muster.place(member), theirs, version);
        CoordinatedShutdown.get(getContext().getSystem()).runAll(new OtherVersion(what));
        return;
      }
    }
  }

  private void tell(Member member, String what) {
    events.happened("%s %s".formatted(Muster.place(member), what));
  }
}
