package io.metasched.simulation.rows;

import java.util.List;

/**
 * Where the actors of a run over several JVMs were, and what the JVMs sent each other for it.
 *
 * @param owners what the owners are called: {@code domains} or {@code providers}
 * @param jvms by number, from 0
 * @param traffic by sender, then receiver; none for a JVM that sent nothing
 */
public record Deployment(String owners, List<Jvm> jvms, List<Traffic> traffic) {
  public Deployment {
    jvms = List.copyOf(jvms);
    traffic = List.copyOf(traffic);
  }

  /**
   * A JVM, and its actors when the last policy was run.
   *
   * @param number 0 for the caller of the run; the others count from 1 in the order in which they
   *     were started or, where that is not known, joined
   * @param place {@code HOST:PORT}
   * @param roles names of what it is there for
   * @param owners numbers of its domains or providers
   * @param metaschedulers numbers of the organizations whose metaschedulers it had; on two levels 0
   *     for the grid scheduler
   * @param users how many it had
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
   * What one JVM sent another over all policies, the members' own talk not counted.
   *
   * @param from number of the sender
   * @param to number of the receiver
   * @param bytes of these messages as they went over the network, their headers included
   */
  public record Traffic(int from, int to, long messages, long bytes) {}
}
