package io.metasched.simulation.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The result of a bench.
 *
 * @param json the numbers
 * @param tables the same for people
 * @param faults where what was measured did not do what its baseline did; empty in a sound bench
 */
public record BenchReport(ObjectNode json, String tables, List<String> faults) {
  public BenchReport {
    faults = List.copyOf(faults);
  }
}
