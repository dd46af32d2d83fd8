package io.metasched.simulation.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.writer.CsvWriter;
import io.metasched.simulation.experiment.ExperimentResult;
import io.metasched.simulation.result.ResultFolder;
import io.metasched.simulation.result.StudyFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;

/** An experiment's result as files. */
public final class ExperimentFiles {
  /** The cells beside the paper's. */
  public static final String CELLS = "cells.csv";

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
      StudyFiles.write(result.measurements(), folder);
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

  private static String text(OptionalDouble value) {
    return value.isEmpty() ? "" : text(value.getAsDouble());
  }

  /** Shortest text from which the value can be read again; empty for none. */
  private static String text(double value) {
    return Double.isNaN(value) ? "" : Double.toString(value);
  }
}
