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
      json.put("jvm", jvm.number());
      json.put("place", jvm.place());
      json.set("roles", JsonText.tree(jvm.roles()));
      json.set(deployment.owners(), JsonText.tree(jvm.owners()));
      json.set("metaschedulers", JsonText.tree(jvm.metaschedulers()));
      json.put("users", jvm.users());
    }
    summary.set("traffic", JsonText.tree(deployment.traffic()));
  }
}
