package io.metasched.simulation.report;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.rows.Fingerprints;
import io.metasched.simulation.rows.JsonText;
import io.metasched.simulation.rows.ResultFolder;
import io.metasched.simulation.rows.TableDigest;
import io.metasched.simulation.study.CellFiles;
import io.metasched.simulation.study.CellRow;
import io.metasched.simulation.study.DifferenceRow;
import io.metasched.simulation.study.ExperimentResult;
import io.metasched.simulation.study.MeasuredCell;
import io.metasched.simulation.study.StudyFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;

/** Files of an experiment's result. */
public final class ExperimentFiles {
  /** Name of the field of a summary with the fingerprints of the columns. */
  public static final String TABLES = "tables";

  /** Name of the field of the summary of several experiments. */
  public static final String INDEX = "experiments";

  /** Names of facts of the run that cannot be computed from the tables. */
  public static final List<String> FACTS = List.of("version", "seed", "schedulesChecked");

  /** Names of additional fields of every summary. */
  public static final List<String> BARE = List.of("wallSeconds");

  /** Names of additional fields of the summary of a sweep. */
  public static final List<String> OF_SWEEPS = List.of("scenario", "key", "values", "plugins");

  private ExperimentFiles() {}

  /**
   * Writes all files of a result.
   *
   * @param summary result as JSON; fingerprints are added to this object
   * @param further contents of additional files by their names
   * @throws UncheckedIOException if they cannot be written
   */
  public static void write(
      ExperimentResult result, ObjectNode summary, SortedMap<String, String> further, Path folder) {
    try {
      var digests = new LinkedHashMap<String, TableDigest>();
      var cells = result.cells().stream().map(ExperimentFiles::row).toList();
      StudyFiles.write(result.measurements(), folder, digests);
      CellFiles.FORMAT.write(cells, folder, digests);
      var differences = result.differences().stream().map(DifferenceRow::of).toList();
      CellFiles.DIFFERENCE_FORMAT.write(differences, folder, digests);
      var fingerprints = JsonNodeFactory.instance.objectNode();
      Stream.of(FACTS, BARE, OF_SWEEPS)
          .flatMap(List::stream)
          .filter(summary::has)
          .forEach(name -> fingerprints.put(name, Fingerprints.of(summary.path(name))));
      for (var file : further.entrySet()) {
        Files.writeString(folder.resolve(file.getKey()), file.getValue());
        fingerprints.put(file.getKey(), Fingerprints.of(file.getValue()));
      }
      summary.set(TABLES, tables(digests));
      summary.set(Fingerprints.FIELD, fingerprints);
      Files.writeString(folder.resolve(ResultFolder.SUMMARY), JsonText.indented(summary));
      var version = summary.path("version").asText();
      ExperimentPage.write(result, version, folder.resolve(PageFile.NAME));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns fingerprints of the columns of tables by the names of their files. */
  public static ObjectNode tables(Map<String, TableDigest> digests) {
    var files = JsonNodeFactory.instance.objectNode();
    digests.forEach(
        (file, digest) -> {
          var table = files.putObject(file).put("rows", digest.rows());
          var columns = table.putObject("columns");
          digest.byColumn().forEach(columns::put);
        });
    return files;
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
