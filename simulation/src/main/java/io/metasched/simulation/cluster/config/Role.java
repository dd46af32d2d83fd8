package io.metasched.simulation.cluster.config;

import io.metasched.simulation.config.Nearest;
import io.metasched.simulation.config.UsageException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a JVM of a cluster is there for. */
public enum Role {
  /** Domains with the owners of their nodes, and providers. */
  OWNERS,
  /** The metaschedulers or the grid scheduler, which are in one such JVM at a time. */
  METASCHEDULER,
  /** Users of virtual organizations. */
  USERS,
  /** Keeps the time of runs and gathers what comes of them; not for {@code --roles}. */
  KEEPER;

  private static final List<Role> OPEN = List.of(OWNERS, METASCHEDULER, USERS);

  /** Its name in the cluster and in options. */
  public String registryName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The role of that name.
   *
   * @throws UsageException when there is none that a node may have
   */
  public static Role named(String name) {
    var known = OPEN.stream().map(Role::registryName).toList();
    return Arrays.stream(values())
        .filter(role -> OPEN.contains(role) && role.registryName().equals(name.strip()))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "--roles: unknown role '%s'%s; known are %s"
                        .formatted(name, Nearest.hint(name, known), String.join(", ", known))));
  }
}
