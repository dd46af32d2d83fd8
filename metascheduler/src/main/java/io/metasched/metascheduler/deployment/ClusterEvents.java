package io.metasched.metascheduler.deployment;

/** Is notified of what happens in a cluster. */
@FunctionalInterface
public interface ClusterEvents {
  /** Something has happened; the line says what. */
  void happened(String line);

  /** The JVM of that process has become a member. */
  default void up(long process) {}

  /** A member, the JVM of that process, is unreachable. */
  default void unreachable(long process) {}
}
