package io.metasched.simulation.rows;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;

/**
 * Locations of the actors of a run over several JVMs, and the traffic between the JVMs for this
 * run.
 *
 * @param owners name of the owners: {@code domains} or {@code providers}
 * @param jvms JVMs by number, from 0
 * @param traffic traffic by sender, then receiver; no entry for a JVM that sent nothing
 */
public record Deployment(String owners, List<Jvm> jvms, List<Traffic> traffic) {
  /** Usual name of the owners. */
  public static final String OWNERS = "domains";

  public Deployment {
    jvms = List.copyOf(jvms);
    traffic = List.copyOf(traffic);
  }

  /** JVM, with its actors in the run of the last policy. */
  public record Jvm(
      @JsonProperty("jvm")
          @JsonPropertyDescription(
              "0 for the calling process, the others from 1 in the order in which they were started"
                  + " or, with `--join`, joined")
          int number,
      @JsonPropertyDescription("`HOST:PORT`") String place,
      @JsonPropertyDescription("its roles: `owners`, `metascheduler`, `users`, `driver`")
          List<String> roles,
      @JsonProperty(OWNERS)
          @JsonPropertyDescription("numbers of its domains; on two levels, the key is `providers`")
          List<Integer> owners,
      @JsonPropertyDescription(
              "numbers of the organizations of the metaschedulers that it ran; on two levels, 0 is"
                  + " the grid scheduler")
          List<Integer> metaschedulers,
      @JsonPropertyDescription("number of its users") int users) {
    public Jvm {
      roles = List.copyOf(roles);
      owners = List.copyOf(owners);
      metaschedulers = List.copyOf(metaschedulers);
    }
  }

  /** Messages from one JVM to another over all policies. */
  public record Traffic(
      @JsonPropertyDescription("number of the sending JVM") int from,
      @JsonPropertyDescription("number of the receiving JVM") int to,
      @JsonPropertyDescription("messages of the actors of all runs, without those of the cluster")
          long messages,
      @JsonPropertyDescription("their bytes on the network, with headers") long bytes) {}
}
