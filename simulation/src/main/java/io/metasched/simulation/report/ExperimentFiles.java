package io.metasched.simulation.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.rows.JsonText;
import io.metasched.simulation.rows.ResultFolder;
import io.metasched.simulation.study.CellFiles;
import io.metasched.simulation.study.CellRow;
import io.metasched.simulation.study.ExperimentResult;
import io.metasched.simulation.study.MeasuredCell;
import io.metasched.simulation.study.StudyFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An experiment's result as files. */
public final class ExperimentFiles {
  private ExperimentFiles() {}

  /**
   * Writes all files of a result.
   *
   * @param summary the result as JSON
   * @throws UncheckedIOException when they cannot be written
   */
  public static void write(ExperimentResult result, ObjectNode summary, Path folder) {
    try {
      Files.writeString(folder.resolve(ResultFolder.SUMMARY), JsonText.indented(summary));
      CellFiles.write(result.cells().stream().map(ExperimentFiles::row).toList(), folder);
      StudyFiles.write(result.measurements(), folder);
      var version = summary.path("version").asText();
      ExperimentPage.write(result, version, folder.resolve(PageFile.NAME));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CellRow row(MeasuredCell cell) {
    var measure = cell.measure();
    return new CellRow(
        measure.series(),
        measure.paper().orElse(Double.NaN),
        cell.ours().mean(),
        cell.ours().ci95(),
        cell.ours().count(),
        measure.tolerance().orElse(Double.NaN),
        cell.verdict().label());
  }
}
