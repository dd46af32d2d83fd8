package io.metasched.lab.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.simulation.report.PageFile;
import io.metasched.simulation.rows.JsonText;
import io.metasched.simulation.rows.ResultFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writer of the result of a bench as files: its JSON, a CSV file for each table, and a page with
 * charts.
 */
public final class BenchFiles {
  private static final List<String> SCRIPTS =
      List.of("page.js", "charts/time-chart.js", "figures.js", "bench.js");

  /** Members of the JSON that the page also shows. */
  private static final List<String> FACTS = List.of("bench", "version", "machine", "wallSeconds");

  private BenchFiles() {}

  /**
   * Writes all files.
   *
   * @throws UncheckedIOException if they cannot be written
   */
  public static void write(BenchReport report, Path folder) {
    try {
      Files.writeString(folder.resolve(ResultFolder.SUMMARY), JsonText.indented(report.json()));
      for (var sheet : report.sheets()) {
        Files.writeString(folder.resolve(sheet.field() + ".csv"), sheet.csv());
      }
      writePage(report, folder.resolve(PageFile.NAME));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void writePage(BenchReport report, Path file) throws IOException {
    try (var page = PageFile.open(file, "bench.html", "report.css", "experiment.css")) {
      var json = JsonNodeFactory.instance.objectNode();
      FACTS.forEach(name -> json.set(name, report.json().path(name)));
      json.set("notes", JsonText.tree(report.notes()));
      json.set("faults", JsonText.tree(report.faults()));
      json.set("tables", JsonText.tree(report.sheets()));
      json.set("figures", JsonText.tree(report.figures()));
      page.block("bench", block -> PageFile.MAPPER.writeTree(block, json));
      page.end(SCRIPTS);
    }
  }
}
