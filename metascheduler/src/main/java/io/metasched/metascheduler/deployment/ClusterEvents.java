package io.metasched.metascheduler.deployment;

/** Listener for events of a cluster. */
@FunctionalInterface
public interface ClusterEvents {
  /** Receives an event, described by {@code line}. */
  void happened(String line);

  /** Receives the process id of a JVM that has become a member. */
  default void up(long process) {}

  /** Receives the process id of a member that is unreachable. */
  default void unreachable(long process) {}
}
