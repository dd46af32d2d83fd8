package io.metasched.simulation.comparison;

import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.result.ResultFormatException;
import io.metasched.simulation.result.RunFiles;
import io.metasched.simulation.result.StudyFiles;
import io.metasched.simulation.result.TwoLevelSummary;
import java.nio.file.Files;
import java.nio.file.Path;

/** Two results held against each other; differences are the second less the first. */
public sealed interface Comparison permits SimulationComparison, StudyComparison {

  /**
   * Compares two result folders: of simulations, or of experiments and sweeps.
   *
   * @throws UsageException when there is nothing to compare in them, or they are not comparable
   * @throws ResultFormatException when a file cannot be read back
   */
  static Comparison of(Path first, Path second) {
    TwoLevelSummary.requireNoneIn(first);
    TwoLevelSummary.requireNoneIn(second);
    boolean studies = isStudy(first);
    if (studies != isStudy(second)) {
      throw new UsageException(
          "%s holds an experiment or a sweep, but %s does not; compare two results of one kind"
              .formatted(studies ? first : second, studies ? second : first));
    }
    return studies
        ? StudyComparison.of(StudyFiles.read(first), StudyFiles.read(second))
        : SimulationComparison.of(first, second);
  }

  private static boolean isStudy(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new UsageException("%s: no such result folder".formatted(folder));
    }
    return Files.exists(folder.resolve(StudyFiles.OBSERVATIONS))
        && !Files.exists(folder.resolve(RunFiles.HEADER));
  }
}
