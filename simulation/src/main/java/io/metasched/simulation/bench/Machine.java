package io.metasched.simulation.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What the numbers of a bench were measured on. */
final class Machine {
  private static final int MEBI_BITS = 20;

  private Machine() {}

  static ObjectNode json() {
    var runtime = Runtime.getRuntime();
    var json = JsonNodeFactory.instance.objectNode();
    json.put("cores", runtime.availableProcessors());
    json.put(
        "jvm", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    json.put("heapMiB", runtime.maxMemory() >> MEBI_BITS);
    return json;
  }
}
