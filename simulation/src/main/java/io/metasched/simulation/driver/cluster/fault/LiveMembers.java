package io.metasched.simulation.driver.cluster.fault;

import io.metasched.metascheduler.deployment.config.MemberRole;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Live JVMs of a run, by their numbers from 1, with their roles. */
public final class LiveMembers {
  /** Highest number of a JVM that may have a metascheduler. */
  public static final int WITH_METASCHEDULER = 2;

  private static final List<MemberRole> ALL = MemberRole.OF_RUNS;

  private final List<MemberRole> needed;
  private final TreeMap<Integer, List<MemberRole>> roles = new TreeMap<>();

  /**
   * Creates an instance without JVMs.
   *
   * @param needed roles that each need a member
   */
  public LiveMembers(List<MemberRole> needed) {
    this.needed = List.copyOf(needed);
  }

  /** Returns the members at the beginning of a run with {@code jvms} JVMs. */
  public static LiveMembers of(int jvms) {
    var liveMembers = new LiveMembers(ALL);
    for (int number = 1; number <= jvms; number++) {
      liveMembers.join(number, roles(number));
    }
    return liveMembers;
  }

  /**
   * Returns the roles of a JVM. The first JVMs may have the metascheduler and the users; all have
   * owners.
   */
  public static List<MemberRole> roles(int number) {
    return number <= WITH_METASCHEDULER ? ALL : List.of(MemberRole.OWNERS);
  }

  public void join(int number, List<MemberRole> itsRoles) {
    roles.put(number, List.copyOf(itsRoles));
  }

  /** Removes a JVM that is down. */
  public void lose(int number) {
    roles.remove(number);
  }

  /** Returns the highest number of a JVM with a role. */
  public OptionalInt highest(MemberRole role) {
    return roles.descendingMap().entrySet().stream()
        .filter(jvm -> jvm.getValue().contains(role))
        .mapToInt(jvm -> jvm.getKey())
        .findFirst();
  }

  /** Returns whether each needed role has a member. */
  public boolean isComplete() {
    return needed.stream().allMatch(role -> highest(role).isPresent());
  }

  /** Returns an independent copy. */
  LiveMembers copy() {
    var copy = new LiveMembers(needed);
    copy.roles.putAll(roles);
    return copy;
  }
}
