package io.metasched.simulation.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * What a bench came to.
 *
 * @param json the numbers
 * @param tables the same for people
 * @param faults where what was measured did not do what its baseline did; empty in a sound bench
 */
public record BenchReport(ObjectNode json, String tables, List<String> faults) {
  public BenchReport {
    faults = List.copyOf(faults);
  }

  /** What all benches tell before their numbers: their name, and what they were measured on. */
  static ObjectNode begun(String bench) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("bench", bench);
    json.set("machine", Machine.json());
    return json;
  }

  /** A number as it is printed, with so many digits behind the point. */
  static double rounded(double value, int digits) {
    double steps = Math.pow(10, digits);
    return Math.round(value * steps) / steps;
  }
}
