package io.metasched.simulation.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.writer.CsvWriter;
import io.metasched.simulation.experiment.ExperimentResult;
import io.metasched.simulation.result.ResultFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** An experiment's result as files. */
public final class ExperimentFiles {
  /** The cells beside the paper's. */
  public static final String CELLS = "cells.csv";

  /** The values of each replication, from which all else was computed. */
  public static final String OBSERVATIONS = "observations.csv";

  private ExperimentFiles() {}

  /**
   * Writes all files of a result.
   *
   * @param summary the result as JSON
   * @throws UncheckedIOException when they cannot be written
   */
  public static void write(ExperimentResult result, ObjectNode summary, Path folder) {
    try {
      Files.writeString(folder.resolve(ResultFolder.SUMMARY), SummaryJson.text(summary, true));
      cells(result, folder.resolve(CELLS));
      observations(result, folder.resolve(OBSERVATIONS));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void cells(ExperimentResult result, Path file) throws IOException {
    try (var csv = CsvWriter.builder().build(file)) {
      csv.writeRecord("row", "column", "paper", "ours", "ci95", "count", "tolerance", "verdict");
      for (var cell : result.cells()) {
        var measure = cell.measure();
        csv.writeRecord(
            measure.series().row(),
            measure.series().column(),
            text(measure.paper()),
            text(cell.ours().mean()),
            text(cell.ours().ci95()),
            Integer.toString(cell.ours().count()),
            text(measure.tolerance()),
            cell.verdict().label());
      }
    }
  }

  private static void observations(ExperimentResult result, Path file) throws IOException {
    var measured = result.measurements();
    var columns = new ArrayList<double[]>();
    var header = new ArrayList<>(List.of("replication"));
    for (var series : measured.series()) {
      header.add(series.toString());
      columns.add(measured.values(series.row(), series.column()));
    }
    try (var csv = CsvWriter.builder().build(file)) {
      csv.writeRecord(header);
      for (int i = 0; i < measured.replications(); i++) {
        var row = new ArrayList<>(List.of(Integer.toString(i)));
        for (var column : columns) {
          row.add(text(column[i]));
        }
        csv.writeRecord(row);
      }
    }
  }

  private static String text(OptionalDouble value) {
    return value.isEmpty() ? "" : text(value.getAsDouble());
  }

  /** Shortest text from which the value can be read again; empty for none. */
  private static String text(double value) {
    return Double.isNaN(value) ? "" : Double.toString(value);
  }
}
