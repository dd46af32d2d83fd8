package io.metasched.metascheduler.deployment.config;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** MemberRole of a JVM of a cluster. */
public enum MemberRole {
  /** Host of domains with the owners of their nodes, and of providers. */
  OWNERS,
  /** Host of the metaschedulers or the grid scheduler; the first is in one such JVM at a time. */
  METASCHEDULER,
  /** Host of users of virtual organizations. */
  USERS,
  /** Host of an agent of brokers, which no run uses. */
  AGENTS,
  /** Worker for replications of studies. */
  WORKERS,
  /** Driver without actors: forms the cluster, and follows the others. */
  DRIVER;

  /** Roles of members that host actors, which a node may be given. */
  public static final List<MemberRole> HOSTING =
      List.of(OWNERS, METASCHEDULER, USERS, AGENTS, WORKERS);

  /** Roles of members that take part in runs. */
  public static final List<MemberRole> OF_RUNS = List.of(OWNERS, METASCHEDULER, USERS);

  /** Returns the name in the cluster and in options. */
  public String registryName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the hosted actors of a member with this role, for messages. */
  public String hosted() {
    return this == METASCHEDULER ? "a metascheduler" : registryName();
  }

  /** Returns the hosting role of that name, if there is one. */
  public static Optional<MemberRole> named(String name) {
    return HOSTING.stream().filter(role -> role.registryName().equals(name)).findFirst();
  }
}
