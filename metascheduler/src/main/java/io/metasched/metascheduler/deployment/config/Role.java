package io.metasched.metascheduler.deployment.config;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a JVM of a cluster is there for. */
public enum Role {
  /** Hosts domains with the owners of their nodes, and providers. */
  OWNERS,
  /** Hosts the metaschedulers or the grid scheduler; the first is in one such JVM at a time. */
  METASCHEDULER,
  /** Hosts users of virtual organizations. */
  USERS,
  /** Hosts an agent of brokers, which no run uses. */
  AGENTS,
  /** Runs replications of studies. */
  WORKERS,
  /** Hosts none of these: forms the cluster, and follows what the others do. */
  DRIVER;

  /** The roles of members that host actors, which a node may be given. */
  public static final List<Role> HOSTING = List.of(OWNERS, METASCHEDULER, USERS, AGENTS, WORKERS);

  /** The roles of members that take part in runs. */
  public static final List<Role> OF_RUNS = List.of(OWNERS, METASCHEDULER, USERS);

  /** Its name in the cluster and in options. */
  public String registryName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What a member with this role has, as messages say it. */
  public String hosted() {
    return this == METASCHEDULER ? "a metascheduler" : registryName();
  }

  /** The hosting role of that name, if there is one. */
  public static Optional<Role> named(String name) {
    return HOSTING.stream().filter(role -> role.registryName().equals(name)).findFirst();
  }
}
