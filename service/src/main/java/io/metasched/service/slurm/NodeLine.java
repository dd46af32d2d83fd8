package io.metasched.service.slurm;

import io.metasched.service.book.FleetNode;
import io.metasched.service.plan.NodeOccupancy;
import java.util.Optional;

/** Node as shown to a client. */
record NodeLine(ClientView view, FleetNode node, NodeOccupancy use) {

  /** Returns the state in Slurm's words. */
  String state() {
    var word =
        use.state(
            view.state().drain(node.name()).isPresent(),
            Optional.ofNullable(view.state().market().silent().get(node.name())));
    return switch (word) {
      case "idle" -> "idle";
      case "running" -> "allocated";
      case "draining" -> "draining";
      case "drained" -> "drained";
      default -> "down";
    };
  }

  /** Returns the state with at most five letters. */
  String compactState() {
    return switch (state()) {
      case "allocated" -> "alloc";
      case "draining" -> "drng";
      case "drained" -> "drain";
      default -> state();
    };
  }

  private String property(String name) {
    return node.properties().stream()
        .filter(each -> each.startsWith(name + "="))
        .map(each -> each.substring(name.length() + 1))
        .findFirst()
        .orElse("1");
  }

  String cpus() {
    return property("cpus");
  }

  String memory() {
    return property("memory");
  }

  String features() {
    var features = String.join(",", node.properties());
    return features.isEmpty() ? "(null)" : features;
  }
}
