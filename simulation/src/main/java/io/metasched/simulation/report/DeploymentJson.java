package io.metasched.simulation.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.rows.Deployment;
import io.metasched.simulation.rows.JsonText;

/** Fields of the summary about the JVMs of a run; docs/schema.md lists them. */
public final class DeploymentJson {
  private DeploymentJson() {}

  /** Adds {@code topology} and {@code traffic} to a summary. */
  public static void add(ObjectNode summary, Deployment deployment) {
    var topology = summary.putArray("topology");
    for (var jvm : deployment.jvms()) {
      var json = topology.addObject();
      for (var field : JsonText.object(jvm).properties()) {
        boolean isOwners = field.getKey().equals(Deployment.OWNERS);
        json.set(isOwners ? deployment.owners() : field.getKey(), field.getValue());
      }
    }
    summary.set("traffic", JsonText.tree(deployment.traffic()));
  }
}
