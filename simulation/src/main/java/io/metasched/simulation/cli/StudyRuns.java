package io.metasched.simulation.cli;

import io.metasched.simulation.driver.study.FileCache;
import io.metasched.simulation.driver.study.LoadedStudy;
import io.metasched.simulation.driver.study.StudyFile;
import io.metasched.simulation.driver.study.StudySpec;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.ExperimentResult;
import io.metasched.simulation.study.ObservedRows;
import io.metasched.simulation.study.ReplicationRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * Runs the studies of a command, in this JVM or in others, and keeps their replications where the
 * user asks for it.
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
   * A study of the command.
   *
   * @param experiment what is run
   * @param logs through which the experiment has found its logs
   * @param scenario of a sweep
   * @param plugins jars with policies
   */
  record Study(
      Experiment experiment,
      ExperimentContext context,
      WatchedLogs logs,
      StudySpec.Scenario scenario,
      List<Path> plugins,
      long seed,
      int replications) {}

  /**
   * A finder of logs that remembers what it has found.
   *
   * @param found by the names that were asked for
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
   * @param folder for the rows, if the user names none
   * @param done is notified of the number of replications that are done
   */
  ExperimentResult run(Study study, Path folder, IntConsumer done) {
    var experiment = study.experiment();
    var loaded = Studies.loaded(experiment, study.context());
    try (var rows = rows(study, loaded, folder)) {
      done.accept(rows.count());
      fill(study, loaded, rows, done);
      return ExperimentResult.of(experiment, study.seed(), rows);
    }
  }

  private void fill(Study study, LoadedStudy loaded, ObservedRows rows, IntConsumer done) {
    var plan = options.workers();
    if (plan.isEmpty() || study.experiment().profile().timed()) {
      int threads = study.experiment().profile().timed() ? 1 : options.threads();
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
        study.experiment().profile().name(),
        study.context().settings(),
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

  /** The rows in the folder that the user has named, else in that of the results. */
  private ObservedRows rows(Study study, LoadedStudy loaded, Path folder) {
    if (options.resume().isEmpty()) {
      var file = folder.resolve(ROWS);
      var rows = ObservedRows.in(file, loaded.series(), study.replications());
      delete(file); // it is mapped, and is no result
      return rows;
    }
    var kept = options.resume().get().resolve(study.experiment().profile().name());
    requireSame(kept, spec(study).text());
    return ObservedRows.in(kept.resolve(ROWS), loaded.series(), study.replications());
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
              "--resume %s: holds replications of another study: '%s', where this one has '%s'"
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
