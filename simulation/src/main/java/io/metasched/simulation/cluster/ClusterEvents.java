package io.metasched.simulation.cluster;

/** Is told what happens in a cluster. */
@FunctionalInterface
public interface ClusterEvents {
  /** Something has happened, said in one line. */
  void happened(String line);

  /** The JVM of that process has become a member. */
  default void up(long process) {}

  /** A member, the JVM of that process, has been lost from sight. */
  default void unreachable(long process) {}
}
