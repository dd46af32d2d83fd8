package io.metasched.simulation.driver.study;

import io.metasched.metascheduler.program.Sha256;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * Study with all data read for it.
 *
 * @param replicable runs of a replication
 * @param series observations of each replication
 */
public record LoadedStudy(Replicable replicable, List<Series> series) {
  public LoadedStudy {
    series = List.copyOf(series);
  }

  /** Returns a fingerprint of the series; equal in all JVMs of a study. */
  String fingerprint() {
    return Sha256.of(series.stream().map(Series::toString));
  }

  /** Loader of studies in a JVM. */
  @FunctionalInterface
  public interface Loader {
    /**
     * Loads a study.
     *
     * @param logs finds a log by its name in the study
     * @param plugins jars of its policies
     * @throws io.metasched.simulation.scenario.UsageException if it cannot be loaded in this JVM
     */
    LoadedStudy load(StudySpec spec, Function<String, Path> logs, List<Path> plugins);
  }
}
