package io.metasched.simulation.cli;

import io.metasched.metascheduler.program.Metasched;
import io.metasched.simulation.driver.study.FileCache;
import io.metasched.simulation.driver.study.LoadedStudy;
import io.metasched.simulation.driver.study.StudyFile;
import io.metasched.simulation.driver.study.StudySpec;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.ObservedRows;
import io.metasched.simulation.study.ReplicationRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * Execution of the studies of a command, in this JVM or in others. Their replications are kept if
 * the user requests it.
 */
final class StudyRuns implements AutoCloseable {
  private static final String ROWS = "replications.rows";
  private static final String STUDY = "study.txt";

  private final StudyOptions options;
  private final CommandLine commandLine;
  private @Nullable WorkerJvms workers;

  StudyRuns(StudyOptions options, CommandLine commandLine) {
    this.options = options;
    this.commandLine = commandLine;
  }

  /**
   * Study of the command.
   *
   * @param name name of the experiment or the command
   * @param settings settings with which other JVMs load it, as in {@link StudySpec}
   * @param loaded study in this JVM
   * @param logs finder through which it has found its logs
   * @param scenario scenario of a sweep
   * @param plugins jars with policies
   * @param isTimed whether the study measures time, and therefore runs on one thread of this JVM
   */
  record Study(
      String name,
      List<String> settings,
      LoadedStudy loaded,
      WatchedLogs logs,
      StudySpec.Scenario scenario,
      List<Path> plugins,
      long seed,
      int replications,
      boolean isTimed) {}

  /**
   * Finder of logs that records what it has found.
   *
   * @param found paths by the requested names
   */
  record WatchedLogs(Function<String, Path> finder, SortedMap<String, Path> found)
      implements Function<String, Path> {
    WatchedLogs(Function<String, Path> finder) {
      this(finder, new TreeMap<>());
    }

    @Override
    public Path apply(String name) {
      return found.computeIfAbsent(name, finder);
    }
  }

  /**
   * Runs a study.
   *
   * @param folder folder for the rows if the user gives none; without either, the rows are on the
   *     heap
   * @param done receives the number of finished replications
   * @param result function of the complete rows
   */
  <T> T run(
      Study study, Optional<Path> folder, IntConsumer done, Function<ObservedRows, T> result) {
    try (var rows = rows(study, folder)) {
      done.accept(rows.count());
      fill(study, rows, done);
      return result.apply(rows);
    }
  }

  private void fill(Study study, ObservedRows rows, IntConsumer done) {
    var plan = options.workers();
    var loaded = study.loaded();
    if (plan.isEmpty() || study.isTimed()) {
      int threads = study.isTimed() ? 1 : options.threads();
      new ReplicationRunner(study.seed(), study.replications(), threads)
          .fill(loaded.replicable(), loaded.series(), rows, done);
      return;
    }
    if (workers == null) {
      workers = new WorkerJvms(plan.get(), StudyOptions.events(commandLine));
    }
    var files = new TreeMap<String, Path>();
    study
        .logs()
        .found()
        .values()
        .forEach(path -> files.put(FileCache.describe("", path).sha256(), path));
    study.plugins().forEach(path -> files.put(FileCache.describe("", path).sha256(), path));
    workers.cluster().run(spec(study), loaded, files, plan.get().count(), rows, done);
  }

  private StudySpec spec(Study study) {
    return new StudySpec(
        Metasched.version(),
        study.name(),
        study.settings(),
        study.scenario(),
        study.seed(),
        study.logs().found().entrySet().stream()
            .map(log -> FileCache.describe(log.getKey(), log.getValue()))
            .toList(),
        study.plugins().stream().map(StudyRuns::described).toList());
  }

  private static StudyFile described(Path jar) {
    return FileCache.describe(String.valueOf(jar.getFileName()), jar);
  }

  /** Returns the rows in the folder given by the user, otherwise in the results folder. */
  private ObservedRows rows(Study study, Optional<Path> folder) {
    var series = study.loaded().series();
    if (options.resume().isPresent()) {
      var kept = options.resume().get().resolve(study.name());
      requireSame(kept, spec(study).text());
      return ObservedRows.in(kept.resolve(ROWS), series, study.replications());
    }
    if (folder.isEmpty()) {
      return ObservedRows.onHeap(series, study.replications());
    }
    var file = folder.get().resolve(ROWS);
    var rows = ObservedRows.in(file, series, study.replications());
    delete(file); // the file is memory-mapped, and is not a result
    return rows;
  }

  private static void requireSame(Path kept, String text) {
    var file = kept.resolve(STUDY);
    try {
      if (!Files.exists(file)) {
        Files.createDirectories(kept);
        Files.writeString(file, text);
        return;
      }
      var known = Files.readString(file).lines().toList();
      var wanted = text.lines().toList();
      for (int i = 0; i < Math.max(known.size(), wanted.size()); i++) {
        var was = i < known.size() ? known.get(i) : "";
        var is = i < wanted.size() ? wanted.get(i) : "";
        if (!was.equals(is)) {
          throw new UsageException(
              "--resume %s: has replications of another study: '%s', but this one has '%s'"
                  .formatted(kept, was, is));
        }
      }
    } catch (IOException e) {
      throw new UsageException("--resume %s: %s".formatted(kept, e.getMessage()));
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    if (workers != null) {
      workers.close();
    }
  }
}
