package io.metasched.simulation.study;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.simulation.rows.Column;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.JsonFile;
import io.metasched.simulation.rows.ResultFolder;
import io.metasched.simulation.rows.ResultFormatException;
import io.metasched.simulation.rows.TableDigest;
import io.metasched.simulation.rows.TableFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Files of an experiment's table: cells as cells.csv and in summary.json, and the differences of
 * its policies as differences.csv; see docs/schema.md.
 */
public final class CellFiles {
  /** Name of the file with the measured cells and the published values. */
  public static final String CELLS = "cells.csv";

  private static final ColumnType<Integer> COUNT = ColumnType.integerFrom(0);

  /** Format of cells.csv. */
  public static final TableFormat<CellRow> FORMAT =
      new TableFormat<>(
          CELLS,
          List.of(
              Column.of("row", ColumnType.TEXT, "row of the cell", cell -> cell.series().row()),
              Column.of(
                  "column",
                  ColumnType.TEXT,
                  "column of the cell; those that begin with `exact.` use the exact search and"
                      + " choice",
                  cell -> cell.series().column()),
              Column.of("paper", ColumnType.MEASURED, "published value, if any", CellRow::paper),
              Column.of(
                  "ours",
                  ColumnType.MEASURED,
                  "mean over the replications that have a value",
                  CellRow::ours),
              Column.of(
                  "ci95",
                  ColumnType.MEASURED,
                  "half the width of its 95 % confidence interval (Student's t); empty below two"
                      + " values",
                  CellRow::ci95),
              Column.of("count", COUNT, "number of replications with a value", CellRow::count),
              Column.of(
                  "tolerance",
                  ColumnType.MEASURED,
                  "allowed difference as a share of the published value; empty if only the order"
                      + " counts",
                  CellRow::tolerance),
              Column.of(
                  "verdict",
                  ColumnType.TEXT,
                  "`within` or `outside` the tolerance, or `order-only` without one",
                  CellRow::verdict)),
          in ->
              new CellRow(
                  new Series(in.next(ColumnType.TEXT), in.next(ColumnType.TEXT)),
                  in.next(ColumnType.MEASURED),
                  in.next(ColumnType.MEASURED),
                  in.next(ColumnType.MEASURED),
                  in.next(COUNT),
                  in.next(ColumnType.MEASURED),
                  in.next(ColumnType.TEXT)));

  /** Name of the file with the differences of policies. */
  public static final String DIFFERENCES = "differences.csv";

  /** Format of differences.csv. */
  public static final TableFormat<DifferenceRow> DIFFERENCE_FORMAT =
      new TableFormat<>(
          DIFFERENCES,
          List.of(
              Column.of(
                  "condition",
                  ColumnType.TEXT,
                  "what the rows of both policies have in common, such as `jobs.per-cycle=10`",
                  row -> row.place().row()),
              Column.of(
                  "column",
                  ColumnType.TEXT,
                  "column of the compared cells",
                  row -> row.place().column()),
              Column.of(
                  "policy", ColumnType.TEXT, "policy that is compared", DifferenceRow::policy),
              Column.of(
                  "than",
                  ColumnType.TEXT,
                  "policy that it is compared with, the first",
                  DifferenceRow::than),
              Column.of(
                  "mean",
                  ColumnType.MEASURED,
                  "mean of the policy over the replications in which both have a value",
                  DifferenceRow::mean),
              Column.of(
                  "thanMean",
                  ColumnType.MEASURED,
                  "mean of the baseline over the same replications",
                  DifferenceRow::thanMean),
              Column.of(
                  "difference",
                  ColumnType.MEASURED,
                  "mean difference, policy less baseline",
                  DifferenceRow::difference),
              Column.of(
                  "ci95",
                  ColumnType.MEASURED,
                  "half the width of its 95 % confidence interval (Student's t); empty below two"
                      + " values",
                  DifferenceRow::ci95),
              Column.of("count", COUNT, "number of these replications", DifferenceRow::count),
              Column.of(
                  "share",
                  ColumnType.MEASURED,
                  "difference as a share of the size of `thanMean`; empty if that is 0",
                  DifferenceRow::share)),
          in ->
              new DifferenceRow(
                  new Series(in.next(ColumnType.TEXT), in.next(ColumnType.TEXT)),
                  in.next(ColumnType.TEXT),
                  in.next(ColumnType.TEXT),
                  in.next(ColumnType.MEASURED),
                  in.next(ColumnType.MEASURED),
                  in.next(ColumnType.MEASURED),
                  in.next(ColumnType.MEASURED),
                  in.next(COUNT),
                  in.next(ColumnType.MEASURED)));

  private static final int MOST_SUMMARY_BYTES = 1 << 28;

  private CellFiles() {}

  /** Writes the cells into an existing folder, and returns the fingerprints of the columns. */
  public static TableDigest write(List<CellRow> cells, Path folder) throws IOException {
    return FORMAT.writeAndDigest(cells, folder);
  }

  /**
   * Writes the differences into an existing folder, and returns the fingerprints of the columns.
   */
  public static TableDigest writeDifferences(List<DifferenceRow> differences, Path folder)
      throws IOException {
    return DIFFERENCE_FORMAT.writeAndDigest(differences, folder);
  }

  /**
   * Reads differences.csv, with fingerprints of the columns.
   *
   * @param digests receives the fingerprints, by the name of the file
   */
  public static List<DifferenceRow> readDifferences(Path folder, Map<String, TableDigest> digests) {
    var digest = new TableDigest(DIFFERENCE_FORMAT.names());
    var differences = DIFFERENCE_FORMAT.read(folder, digest);
    digests.put(DIFFERENCES, digest);
    return differences;
  }

  /**
   * Reads cells.csv.
   *
   * @throws ResultFormatException if a file is missing or damaged
   */
  public static List<CellRow> read(Path folder) {
    return FORMAT.read(folder);
  }

  /**
   * Reads cells.csv, with fingerprints of the columns.
   *
   * @param digests receives the fingerprints, by the name of the file
   */
  public static List<CellRow> read(Path folder, Map<String, TableDigest> digests) {
    var digest = new TableDigest(FORMAT.names());
    var cells = FORMAT.read(folder, digest);
    digests.put(CELLS, digest);
    return cells;
  }

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
