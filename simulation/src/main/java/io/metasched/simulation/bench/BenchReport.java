package io.metasched.simulation.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The result of a bench.
 *
 * @param json the numbers
 * @param tables the same for people
 * @param sheets the same for files and pages
 * @param figures the same as charts, as far as the bench has some
 * @param notes what to know about the numbers
 * @param faults where what was measured did not do what its baseline did; empty in a sound bench
 */
public record BenchReport(
    ObjectNode json,
    String tables,
    List<BenchSheet> sheets,
    List<BenchFigure> figures,
    List<String> notes,
    List<String> faults) {
  /** Copies the lists. */
  public BenchReport {
    sheets = List.copyOf(sheets);
    figures = List.copyOf(figures);
    notes = List.copyOf(notes);
    faults = List.copyOf(faults);
  }
}
