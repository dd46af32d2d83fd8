package io.metasched.simulation.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.result.Deployment;
import java.util.List;

/** The JVMs of a run in its summary; docs/schema.md lists the fields. */
public final class DeploymentJson {
  private DeploymentJson() {}

  /** Adds {@code topology} and {@code traffic} to a summary. */
  public static void add(ObjectNode summary, Deployment deployment) {
    var topology = summary.putArray("topology");
    for (var jvm : deployment.jvms()) {
      var json = topology.addObject();
      json.put("jvm", jvm.number());
      json.put("place", jvm.place());
      var roles = json.putArray("roles");
      jvm.roles().forEach(roles::add);
      put(json.putArray(deployment.owners()), jvm.owners());
      put(json.putArray("metaschedulers"), jvm.metaschedulers());
      json.put("users", jvm.users());
    }
    var traffic = summary.putArray("traffic");
    for (var sent : deployment.traffic()) {
      traffic
          .addObject()
          .put("from", sent.from())
          .put("to", sent.to())
          .put("messages", sent.messages())
          .put("bytes", sent.bytes());
    }
  }

  private static void put(ArrayNode array, List<Integer> numbers) {
    numbers.forEach(array::add);
  }
}
