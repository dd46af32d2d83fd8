package io.metasched.simulation.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.check.Violation;
import io.metasched.simulation.config.ScenarioText;
import io.metasched.simulation.engine.Progress;
import io.metasched.simulation.report.DeploymentJson;
import io.metasched.simulation.report.ReportPage;
import io.metasched.simulation.report.SummaryJson;
import io.metasched.simulation.report.TwoLevelJson;
import io.metasched.simulation.report.TwoLevelPage;
import io.metasched.simulation.result.Deployment;
import io.metasched.simulation.result.PlacementsDigest;
import io.metasched.simulation.result.ResultFolder;
import io.metasched.simulation.result.TwoLevelResult;
import io.metasched.simulation.scenario.TwoLevelScenario;
import io.metasched.simulation.twolevel.TwoLevelCheck;
import io.metasched.simulation.twolevel.TwoLevelDriver;
import io.metasched.simulation.twolevel.TwoLevelMetrics;
import io.metasched.simulation.twolevel.TwoLevelRows;
import io.metasched.simulation.twolevel.TwoLevelRun;
import io.metasched.simulation.twolevel.TwoLevelRuns;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Plays the jobs of a scenario of two levels under all its policies, each checked at its end.
 *
 * @param driver name of what drives
 * @param playing what drives; it is left open
 * @param text the effective scenario, kept with the results
 * @param scenario the same as values
 * @param jobs its jobs
 * @param version version of the program
 */
public record TwoLevelSimulation(
    String driver,
    TwoLevelDriver playing,
    ScenarioText text,
    TwoLevelScenario scenario,
    TwoLevelJobs jobs,
    String version) {

  /**
   * What it came to.
   *
   * @param runs one per policy
   * @param violations what the check found, over all policies
   * @param summary the summary as JSON
   */
  public record Outcome(TwoLevelRuns runs, List<Violation> violations, ObjectNode summary) {}

  /**
   * Plays all policies and keeps nothing but the outcome.
   *
   * @param wallSeconds seconds of the wall since some instant
   */
  public Outcome run(Progress progress, DoubleSupplier wallSeconds) {
    var runs = new ArrayList<TwoLevelRun>();
    var violations = new ArrayList<Violation>();
    for (var policy : scenario.policies()) {
      double begun = wallSeconds.getAsDouble();
      var outcome =
          playing.run(
              jobs.jobs(),
              policy.setting(),
              jobs.seeds(),
              done -> progress.advanced(policy.policy(), done, jobs.jobs().size()));
      double took = wallSeconds.getAsDouble() - begun;
      var found = TwoLevelCheck.check(outcome);
      violations.addAll(found);
      runs.add(
          new TwoLevelRun(
              policy.policy(),
              policy.setting(),
              outcome,
              TwoLevelMetrics.of(outcome),
              PlacementsDigest.ofTwoLevels(TwoLevelRows.placements(outcome)),
              found.size(),
              took));
    }
    var all =
        new TwoLevelRuns(scenario.name(), scenario.seed(), driver, version, jobs.notes(), runs);
    return new Outcome(all, violations, TwoLevelJson.of(all, wallSeconds.getAsDouble()));
  }

  /**
   * Plays all policies and writes the results: into the folder itself for one policy, into a folder
   * of its name for each of several. The folder is left for the caller to commit.
   *
   * @param deployment is asked behind the last policy where its actors were, if in several JVMs
   * @throws UncheckedIOException when the results cannot be written
   */
  public Outcome run(
      Progress progress,
      DoubleSupplier wallSeconds,
      ResultFolder folder,
      Supplier<Optional<Deployment>> deployment) {
    var outcome = run(progress, wallSeconds);
    deployment.get().ifPresent(jvms -> DeploymentJson.add(outcome.summary(), jvms));
    var path = folder.path();
    try {
      for (var run : outcome.runs().runs()) {
        TwoLevelResult.write(
            TwoLevelRows.jobs(run.outcome()),
            TwoLevelRows.placements(run.outcome()),
            folderOf(run.policy(), path));
      }
      TwoLevelPage.write(outcome.summary(), outcome.runs(), path.resolve(ReportPage.FILE));
      Files.writeString(path.resolve(Simulation.SCENARIO_FILE), text.render());
      Files.writeString(
          path.resolve(ResultFolder.SUMMARY), SummaryJson.text(outcome.summary(), true));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return outcome;
  }

  private Path folderOf(String policy, Path path) throws IOException {
    return scenario.policies().size() == 1 ? path : Files.createDirectory(path.resolve(policy));
  }
}
