package io.metasched.simulation.study;

import static io.metasched.simulation.rows.ColumnType.MEASURED;
import static io.metasched.simulation.rows.ColumnType.TEXT;
import static io.metasched.simulation.rows.ColumnType.integerFrom;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.RowPart.nested;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.JsonFile;
import io.metasched.simulation.rows.ResultFolder;
import io.metasched.simulation.rows.ResultFormatException;
import io.metasched.simulation.rows.RowPart;
import io.metasched.simulation.rows.TableFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Files of an experiment's table: cells as cells.csv and in summary.json, and the differences of
 * its policies as differences.csv; see docs/schema.md.
 */
public final class CellFiles {
  /** Name of the file with the measured cells and the published values. */
  private static final String CELLS = "cells.csv";

  private static final ColumnType<Integer> COUNT = integerFrom(0);
  private static final RowPart CI95 =
      field(
          "ci95",
          MEASURED,
          "half the width of its 95 % confidence interval (Student's t); empty below two values");

  /** Format of cells.csv. */
  public static final TableFormat<CellRow> FORMAT =
      TableFormat.ofRecord(
          CellRow.class,
          CELLS,
          nested(
              field("row", TEXT, "row of the cell"),
              field(
                  "column",
                  TEXT,
                  "column of the cell; those that begin with `exact.` use the exact search and"
                      + " choice")),
          field("paper", MEASURED, "published value, if any"),
          field("ours", MEASURED, "mean over the replications that have a value"),
          CI95,
          field("count", COUNT, "number of replications with a value"),
          field(
              "tolerance",
              MEASURED,
              "allowed difference as a share of the published value; empty if only the order"
                  + " counts"),
          field(
              "verdict", TEXT, "`within` or `outside` the tolerance, or `order-only` without one"));

  /** Name of the file with the differences of policies. */
  private static final String DIFFERENCES = "differences.csv";

  /** Format of differences.csv. */
  public static final TableFormat<DifferenceRow> DIFFERENCE_FORMAT =
      TableFormat.ofRecord(
          DifferenceRow.class,
          DIFFERENCES,
          nested(
              field(
                  "condition",
                  TEXT,
                  "what the rows of both policies have in common, such as `jobs.per-cycle=10`"),
              field("column", TEXT, "column of the compared cells")),
          field("policy", TEXT, "policy that is compared"),
          field("than", TEXT, "baseline: the first policy"),
          field(
              "mean",
              MEASURED,
              "mean of the policy over the replications in which both have a value"),
          field("thanMean", MEASURED, "mean of the baseline over the same replications"),
          field("difference", MEASURED, "mean difference, policy minus baseline"),
          CI95,
          field("count", COUNT, "number of these replications"),
          field(
              "share",
              MEASURED,
              "difference as a share of the size of `thanMean`; empty if that is 0"));

  private static final int MOST_SUMMARY_BYTES = 1 << 28;

  private CellFiles() {}

  /**
   * Reads the cells of summary.json.
   *
   * @throws ResultFormatException if a file is missing or damaged
   */
  public static List<CellRow> readSummary(Path folder) {
    var file = new JsonFile(folder.resolve(ResultFolder.SUMMARY), MOST_SUMMARY_BYTES);
    var summary = file.read();
    if (!summary.path("cells").isArray()) {
      throw file.malformed(summary, "cells", "a list of cells");
    }
    var cells = new ArrayList<CellRow>();
    for (var cell : summary.path("cells")) {
      cells.add(
          new CellRow(
              new Series(file.text(cell, "row"), file.text(cell, "column")),
              number(file, cell, "paper"),
              number(file, cell, "ours"),
              number(file, cell, "ci95"),
              file.integer(cell, "count"),
              number(file, cell, "tolerance"),
              file.text(cell, "verdict")));
    }
    return cells;
  }

  private static double number(JsonFile file, JsonNode cell, String key) {
    var value = cell.path(key);
    if (!value.isNumber() && !value.isNull()) {
      throw file.malformed(cell, key, "a number or null");
    }
    return value.isNull() ? Double.NaN : value.doubleValue();
  }
}
