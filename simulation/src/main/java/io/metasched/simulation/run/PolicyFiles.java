package io.metasched.simulation.run;

import io.metasched.simulation.check.ReplayResultCheck;
import io.metasched.simulation.check.TwoLevelResultCheck;
import io.metasched.simulation.check.Violation;
import io.metasched.simulation.result.ReplayResult;
import io.metasched.simulation.result.ReplaySummary;
import io.metasched.simulation.result.ResultFormatException;
import io.metasched.simulation.result.TwoLevelResult;
import io.metasched.simulation.result.TwoLevelSummary;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** A kind of results: jobs in a folder for each policy, and a summary that tells of them. */
interface PolicyFiles {
  /** The file with the jobs of a policy. */
  String JOBS = ReplayResult.JOBS;

  /** Replays of logs on one cluster. */
  PolicyFiles REPLAYS = new Replays();

  /** Runs on two levels. */
  PolicyFiles TWO_LEVELS = new TwoLevels();

  /**
   * What a summary tells of a policy.
   *
   * @param name the policy
   * @param files finds what is wrong with the files of a folder
   */
  record Told(String name, Function<Path, List<Violation>> files) {
    /**
     * What is wrong with the files of this policy.
     *
     * @throws ResultFormatException for a file that is missing or damaged
     */
    List<Violation> check(Path folder) {
      return files.apply(folder);
    }
  }

  /** How violations call results that lie in the folder that is checked. */
  String whole();

  /** Whether a folder has jobs of this kind. */
  boolean hasJobs(Path folder);

  /** Whether a file is a summary of this kind. */
  boolean isSummary(Path file);

  /**
   * What a summary tells.
   *
   * @throws ResultFormatException for a file that is missing or damaged
   */
  List<Told> read(Path summary);

  /** The files of {@code metasched replay}. */
  record Replays() implements PolicyFiles {
    @Override
    public String whole() {
      return "the replay";
    }

    @Override
    public boolean hasJobs(Path folder) {
      return ReplayResult.isIn(folder);
    }

    @Override
    public boolean isSummary(Path file) {
      return ReplaySummary.isIn(file);
    }

    @Override
    public List<Told> read(Path file) {
      var summary = ReplaySummary.read(file);
      return summary.policies().stream()
          .map(
              told ->
                  new Told(
                      told.policy(),
                      folder -> ReplayResultCheck.check(ReplayResult.read(folder), summary, told)))
          .toList();
    }
  }

  /** The files of a simulation of two levels. */
  record TwoLevels() implements PolicyFiles {
    @Override
    public String whole() {
      return "the run";
    }

    @Override
    public boolean hasJobs(Path folder) {
      return TwoLevelResult.isIn(folder);
    }

    @Override
    public boolean isSummary(Path file) {
      return TwoLevelSummary.isIn(file);
    }

    @Override
    public List<Told> read(Path file) {
      var summary = TwoLevelSummary.read(file);
      return summary.policies().stream()
          .map(
              told ->
                  new Told(
                      told.policy(),
                      folder ->
                          TwoLevelResultCheck.check(
                              TwoLevelResult.readJobs(folder),
                              TwoLevelResult.readPlacements(folder),
                              summary,
                              told)))
          .toList();
    }
  }
}
