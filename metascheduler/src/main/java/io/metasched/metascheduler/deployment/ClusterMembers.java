package io.metasched.metascheduler.deployment;

import akka.actor.Address;
import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.cluster.Member;
import io.metasched.metascheduler.deployment.config.MemberRole;
import java.util.Arrays;
import java.util.List;

/** Lookup of members of a cluster by their places and roles. */
public final class ClusterMembers {
  private ClusterMembers() {}

  /** Returns {@code HOST:PORT} of a member. */
  public static String place(Member member) {
    return place(member.address());
  }

  /** Returns {@code HOST:PORT} of an actor system. */
  public static String place(Address address) {
    return address.hostPort().replaceFirst("^[^@]*@", "");
  }

  public static boolean has(Member member, MemberRole role) {
    return member.hasRole(role.registryName());
  }

  /** Returns whether a member hosts actors for runs. */
  static boolean isForRuns(Member member) {
    return !has(member, MemberRole.DRIVER)
        && MemberRole.OF_RUNS.stream().anyMatch(role -> has(member, role));
  }

  /** Returns the names of all roles of a member. */
  public static List<String> roles(Member member) {
    return Arrays.stream(MemberRole.values())
        .filter(role -> has(member, role))
        .map(MemberRole::registryName)
        .toList();
  }

  /**
   * Returns the guardian of the actor system at a place.
   *
   * @param <T> type of the guardian's messages
   */
  public static <T> ActorRef<T> guardian(ActorSystem<?> system, String place) {
    return resolved(system, place, "user");
  }

  /** Returns the services of the member at a place. */
  static ActorRef<NodeServices.Command> services(ActorSystem<?> system, String place) {
    return resolved(system, place, "system/" + NodeServices.NAME);
  }

  private static <T> ActorRef<T> resolved(ActorSystem<?> system, String place, String path) {
    return ActorRefResolver.get(system)
        .resolveActorRef("akka://%s@%s/%s".formatted(system.name(), place, path));
  }
}
