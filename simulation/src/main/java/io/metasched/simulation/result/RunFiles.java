package io.metasched.simulation.result;

import java.io.IOException;
import java.nio.file.Path;

/** A run as a folder of files: run.json and a CSV file per kind of row; see docs/schema.md. */
public final class RunFiles {
  /** The version of the files; it changes with any column, key or meaning. */
  public static final int SCHEMA = 3;

  /** The file by which the folder of a run is known. */
  public static final String HEADER = "run.json";

  private RunFiles() {}

  /**
   * Writes a run.
   *
   * @param folder exists; files of the same names are overwritten
   * @throws IllegalArgumentException for a text that the files cannot hold: one of more than 1,000
   *     characters, or an empty property or one with a semicolon
   */
  public static void write(RunResult run, Path folder) throws IOException {
    new CsvTable<>(RowFormats.NODES, folder).write(run.nodes());
    new CsvTable<>(RowFormats.JOBS, folder).write(run.jobs());
    new CsvTable<>(RowFormats.PLACEMENTS, folder).write(run.placements());
    new CsvTable<>(RowFormats.LOCAL, folder).write(run.local());
    new CsvTable<>(RowFormats.PAYMENTS, folder).write(run.payments());
    new CsvTable<>(RowFormats.DECISIONS, folder).write(run.decisions());
    new CsvTable<>(RowFormats.CYCLES, folder).write(run.cycles());
    new HeaderJson(folder).write(run.header());
  }

  /**
   * Reads what the rows of a run have in common.
   *
   * @throws ResultFormatException for a file that is missing, damaged or of another schema
   */
  public static RunHeader readHeader(Path folder) {
    return new HeaderJson(folder).read();
  }

  /**
   * Reads a run back, equal to the one written. Says nothing about whether its rows make sense.
   *
   * @throws ResultFormatException for a file that is missing, damaged or of another schema
   */
  public static RunResult read(Path folder) {
    return new RunResult(
        new HeaderJson(folder).read(),
        new CsvTable<>(RowFormats.NODES, folder).read(),
        new CsvTable<>(RowFormats.JOBS, folder).read(),
        new CsvTable<>(RowFormats.PLACEMENTS, folder).read(),
        new CsvTable<>(RowFormats.LOCAL, folder).read(),
        new CsvTable<>(RowFormats.PAYMENTS, folder).read(),
        new CsvTable<>(RowFormats.DECISIONS, folder).read(),
        new CsvTable<>(RowFormats.CYCLES, folder).read());
  }
}
