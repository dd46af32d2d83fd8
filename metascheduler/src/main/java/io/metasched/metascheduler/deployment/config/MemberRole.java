package io.metasched.metascheduler.deployment.config;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Role of a JVM in a cluster. */
public enum MemberRole {
  /** Host of domains with the owners of their nodes, and of providers. */
  OWNERS,
  /**
   * Host of the metaschedulers or the grid scheduler; the first one is in one of these JVMs at a
   * time.
   */
  METASCHEDULER,
  /** Host of users of virtual organizations. */
  USERS,
  /** Host of an agent of brokers, which no run uses. */
  AGENTS,
  /** Worker for replications of studies. */
  WORKERS,
  /** Driver without actors: forms the cluster, and observes the other members. */
  DRIVER;

  /** Roles of members that host actors; a node may have these roles. */
  public static final List<MemberRole> HOSTING =
      List.of(OWNERS, METASCHEDULER, USERS, AGENTS, WORKERS);

  /** Roles of members that take part in runs. */
  public static final List<MemberRole> OF_RUNS = List.of(OWNERS, METASCHEDULER, USERS);

  /** Returns the name in the cluster and in options. */
  public String registryName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the name of the actors that a member with this role hosts, for messages. */
  public String hosted() {
    return this == METASCHEDULER ? "a metascheduler" : registryName();
  }

  /** Returns the hosting role with the given name, if there is one. */
  public static Optional<MemberRole> named(String name) {
    return HOSTING.stream().filter(role -> role.registryName().equals(name)).findFirst();
  }
}
