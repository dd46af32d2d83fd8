package io.metasched.simulation.rows;

import io.metasched.metascheduler.program.PrintableText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Folder of a run, with a file for each of its tables.
 *
 * @param path path of the folder
 */
public record TableFolder(Path path) {
  private static final int MOST_LINE = 1 << 16;

  /** Returns whether the folder contains a run. */
  public boolean hasRun() {
    return Files.isRegularFile(path.resolve(RunTitle.FILE));
  }

  /**
   * Returns the system of the run: the first cell of its title.
   *
   * @throws ResultFormatException if there is no title
   */
  public String kind() {
    var file = path.resolve(RunTitle.FILE);
    try (var in = Files.newBufferedReader(file)) {
      var text = new char[MOST_LINE];
      int length = 0;
      for (int read = 0; read >= 0 && length < MOST_LINE; length += Math.max(0, read)) {
        read = in.read(text, length, MOST_LINE - length);
      }
      var lines = new String(text, 0, length).split("\n", 3);
      if (lines.length > 1 && lines[0].startsWith("kind,")) {
        return lines[1].split(",", 2)[0];
      }
    } catch (IOException | UncheckedIOException unreadable) {
      throw ResultFile.refusal(
          file,
          "cannot be read: " + PrintableText.escaped(String.valueOf(unreadable.getMessage())));
    }
    throw ResultFile.refusal(file, "allowed is the title of a run, beginning with column kind");
  }

  /**
   * Writes a run.
   *
   * @return fingerprints by the names of the files
   */
  public <R extends RunTables> Map<String, TableDigest> write(R run, List<Table<R, ?>> tables)
      throws IOException {
    var digests = new LinkedHashMap<String, TableDigest>();
    for (var table : tables) {
      write(run, table, digests);
    }
    return digests;
  }

  private <R, T> void write(R run, Table<R, T> table, Map<String, TableDigest> digests)
      throws IOException {
    table.format().write(table.rows().apply(run), path, digests);
  }

  /**
   * Reads a run.
   *
   * @param assemble assembles the run from its rows
   * @param digests receives fingerprints by the names of the files, as far as the files are read
   * @throws ResultFormatException if a file is missing, damaged, or has other columns
   */
  public <R extends RunTables> R read(
      Function<RowSource, R> assemble, Map<String, TableDigest> digests) {
    return assemble.apply(
        new RowSource() {
          @Override
          public <T> List<T> rows(TableFormat<T> format) {
            return format.read(path, digests);
          }
        });
  }
}
