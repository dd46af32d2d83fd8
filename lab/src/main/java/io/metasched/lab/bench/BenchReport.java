package io.metasched.lab.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Result of a bench.
 *
 * @param json numbers of the result
 * @param tables tables for the terminal
 * @param sheets tables for files and pages
 * @param figures charts; may be empty
 * @param notes remarks on the interpretation of the numbers
 * @param faults differences between a measured run and its baseline; empty for a valid bench
 */
public record BenchReport(
    ObjectNode json,
    String tables,
    List<BenchSheet> sheets,
    List<BenchFigure> figures,
    List<String> notes,
    List<String> faults) {
  public BenchReport {
    sheets = List.copyOf(sheets);
    figures = List.copyOf(figures);
    notes = List.copyOf(notes);
    faults = List.copyOf(faults);
  }
}
