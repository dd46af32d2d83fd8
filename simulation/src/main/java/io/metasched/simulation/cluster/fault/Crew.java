package io.metasched.simulation.cluster.fault;

import io.metasched.simulation.cluster.config.Role;
import java.util.List;
import java.util.OptionalInt;
import java.util.TreeMap;

/** The JVMs of a run that are still there, by their numbers from 1, with their roles. */
public final class Crew {
  /** The last that may have a metascheduler. */
  public static final int WITH_METASCHEDULER = 2;

  private static final List<Role> ALL = List.of(Role.OWNERS, Role.METASCHEDULER, Role.USERS);

  private final TreeMap<Integer, List<Role>> roles = new TreeMap<>();

  /** Nobody yet. */
  public Crew() {}

  /** The crew that a run with so many JVMs begins with. */
  public static Crew of(int jvms) {
    var crew = new Crew();
    for (int number = 1; number <= jvms; number++) {
      crew.join(number, roles(number));
    }
    return crew;
  }

  /** The first JVMs may have the metascheduler and the users; all have owners. */
  public static List<Role> roles(int number) {
    return number <= WITH_METASCHEDULER ? ALL : List.of(Role.OWNERS);
  }

  /** One more is there. */
  public void join(int number, List<Role> itsRoles) {
    roles.put(number, List.copyOf(itsRoles));
  }

  /** One is gone. */
  public void lose(int number) {
    roles.remove(number);
  }

  /** The highest number with a role. */
  public OptionalInt highest(Role role) {
    return roles.descendingMap().entrySet().stream()
        .filter(jvm -> jvm.getValue().contains(role))
        .mapToInt(jvm -> jvm.getKey())
        .findFirst();
  }

  /** Whether somebody is there for each role. */
  public boolean isComplete() {
    return ALL.stream().allMatch(role -> highest(role).isPresent());
  }

  /** One that goes its own way. */
  Crew copy() {
    var copy = new Crew();
    copy.roles.putAll(roles);
    return copy;
  }
}
