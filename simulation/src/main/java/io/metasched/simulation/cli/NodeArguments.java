package io.metasched.simulation.cli;

import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.MemberRole;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.simulation.driver.cluster.fault.LiveMembers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Arguments of the JVMs of a run. */
public final class NodeArguments {
  private NodeArguments() {}

  /**
   * Returns the main class and the arguments of a JVM that joins a cluster.
   *
   * @param number number of the JVM, from 1
   * @param place address of the member through which it joins
   * @param plugins jars with policies
   */
  public static List<String> of(
      int number, ClusterSettings settings, String place, List<String> plugins) {
    var names = LiveMembers.roles(number).stream().map(MemberRole::registryName);
    var arguments = new ArrayList<>(List.of(Metasched.class.getName(), "node"));
    arguments.addAll(
        List.of("--until-input-ends", "--roles", names.collect(Collectors.joining(","))));
    arguments.addAll(List.of("--host", settings.self().host(), "--port", "0"));
    arguments.addAll(List.of("--join", place));
    if (number == 1) {
      arguments.add("--reports-lost-caller");
    }
    if (!plugins.isEmpty()) {
      arguments.addAll(List.of("--plugins", String.join(",", plugins)));
    }
    return arguments;
  }
}
