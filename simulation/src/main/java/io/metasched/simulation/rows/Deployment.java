package io.metasched.simulation.rows;

import java.util.List;

/**
 * Locations of the actors of a run over several JVMs, and the traffic between the JVMs for it.
 *
 * @param owners name of the owners: {@code domains} or {@code providers}
 * @param jvms JVMs by number, from 0
 * @param traffic traffic by sender, then receiver; no entry for a JVM that sent nothing
 */
public record Deployment(String owners, List<Jvm> jvms, List<Traffic> traffic) {
  public Deployment {
    jvms = List.copyOf(jvms);
    traffic = List.copyOf(traffic);
  }

  /**
   * JVM, with its actors in the run of the last policy.
   *
   * @param number 0 for the caller of the run; the others are numbered from 1 in the order in which
   *     they were started or, if that is unknown, joined
   * @param place address as {@code HOST:PORT}
   * @param roles names of its roles
   * @param owners numbers of its domains or providers
   * @param metaschedulers numbers of the organizations whose metaschedulers it hosted; on two
   *     levels 0 for the grid scheduler
   * @param users number of users that it hosted
   */
  public record Jvm(
      int number,
      String place,
      List<String> roles,
      List<Integer> owners,
      List<Integer> metaschedulers,
      int users) {
    public Jvm {
      roles = List.copyOf(roles);
      owners = List.copyOf(owners);
      metaschedulers = List.copyOf(metaschedulers);
    }
  }

  /**
   * Messages from one JVM to another over all policies, without messages of the cluster itself.
   *
   * @param from number of the sender
   * @param to number of the receiver
   * @param bytes size of these messages on the network in bytes, including headers
   */
  public record Traffic(int from, int to, long messages, long bytes) {}
}
