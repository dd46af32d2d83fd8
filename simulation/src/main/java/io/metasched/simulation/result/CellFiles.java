package io.metasched.simulation.result;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.simulation.replication.Series;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The table of an experiment as cells.csv and in summary.json; see docs/schema.md. */
public final class CellFiles {
  /** The cells beside the paper's. */
  public static final String CELLS = "cells.csv";

  private static final int MOST_SUMMARY_BYTES = 1 << 28;

  private CellFiles() {}

  /** Writes the cells into a folder that exists. */
  public static void write(List<CellRow> cells, Path folder) throws IOException {
    new CsvTable<>(RowFormats.CELLS, folder).write(cells);
  }

  /**
   * Reads cells.csv.
   *
   * @throws ResultFormatException for a file that is missing or damaged
   */
  public static List<CellRow> read(Path folder) {
    return new CsvTable<>(RowFormats.CELLS, folder).read();
  }

  /**
   * Reads the cells of summary.json.
   *
   * @throws ResultFormatException for a file that is missing or damaged
   */
  public static List<CellRow> told(Path folder) {
    var file = new JsonFile(folder.resolve(ResultFolder.SUMMARY), MOST_SUMMARY_BYTES);
    var summary = file.read();
    if (!summary.path("cells").isArray()) {
      throw file.malformed(summary, "cells", "a list of cells");
    }
    var told = new ArrayList<CellRow>();
    for (var cell : summary.path("cells")) {
      told.add(
          new CellRow(
              new Series(file.text(cell, "row"), file.text(cell, "column")),
              number(file, cell, "paper"),
              number(file, cell, "ours"),
              number(file, cell, "ci95"),
              file.integer(cell, "count"),
              number(file, cell, "tolerance"),
              file.text(cell, "verdict")));
    }
    return told;
  }

  private static double number(JsonFile file, JsonNode cell, String key) {
    var value = cell.path(key);
    if (!value.isNumber() && !value.isNull()) {
      throw file.malformed(cell, key, "a number or null");
    }
    return value.isNull() ? Double.NaN : value.doubleValue();
  }
}
