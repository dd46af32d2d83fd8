package io.metasched.simulation.driver.study;

import io.metasched.metascheduler.program.Sha256;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Series;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * A study with all that was read for it.
 *
 * @param replicable what is replicated
 * @param series what each replication observes
 */
public record LoadedStudy(Replicable replicable, List<Series> series) {
  /** Copies the list. */
  public LoadedStudy {
    series = List.copyOf(series);
  }

  /** Returns a fingerprint of the series; equal in all JVMs of a study. */
  String fingerprint() {
    return Sha256.of(series.stream().map(Series::toString));
  }

  /** Loads studies in a JVM. */
  @FunctionalInterface
  public interface Loader {
    /**
     * Loads a study.
     *
     * @param logs finds a log by the name that the study has for it
     * @param plugins the jars of its policies
     * @throws io.metasched.simulation.scenario.UsageException if it cannot be loaded here
     */
    LoadedStudy load(StudySpec spec, Function<String, Path> logs, List<Path> plugins);
  }
}
