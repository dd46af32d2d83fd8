package io.metasched.simulation.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.check.Checker;
import io.metasched.simulation.check.Violation;
import io.metasched.simulation.config.ScenarioText;
import io.metasched.simulation.engine.Driver;
import io.metasched.simulation.engine.Progress;
import io.metasched.simulation.engine.World;
import io.metasched.simulation.metric.RunStatistics;
import io.metasched.simulation.report.DeploymentJson;
import io.metasched.simulation.report.PolicyReport;
import io.metasched.simulation.report.ReportPage;
import io.metasched.simulation.report.SummaryJson;
import io.metasched.simulation.result.Deployment;
import io.metasched.simulation.result.PlacementsDigest;
import io.metasched.simulation.result.ResultFolder;
import io.metasched.simulation.result.RunFiles;
import io.metasched.simulation.result.RunResult;
import io.metasched.simulation.scenario.Scenario;
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
 * Runs all policies of a scenario in one world, each checked at its end.
 *
 * @param driver what drives the core
 * @param text the effective scenario, kept with the results
 * @param scenario the same as values
 * @param world the world to run in
 * @param plugins jars that policies came from, kept with the results
 * @param version version of the program
 */
public record Simulation(
    Driver driver,
    ScenarioText text,
    Scenario scenario,
    World world,
    List<String> plugins,
    String version) {
  /** The effective scenario in a result folder. */
  public static final String SCENARIO_FILE = "scenario.conf";

  public Simulation {
    plugins = List.copyOf(plugins);
  }

  /**
   * What a simulation came to.
   *
   * @param reports one per policy
   * @param violations what the checker found, over all policies
   * @param summary the summary as JSON
   */
  public record Outcome(
      List<PolicyReport> reports, List<Violation> violations, ObjectNode summary) {

    /** Whether every run ended as it should and no rule was broken. */
    public boolean isGood() {
      return violations.isEmpty() && reports.stream().allMatch(r -> r.header().complete());
    }
  }

  /** Takes a finished run. */
  @FunctionalInterface
  private interface Sink {
    void take(RunResult run) throws IOException;
  }

  /** Runs the policies and keeps nothing but the outcome. */
  public Outcome run(Progress progress, DoubleSupplier wallSeconds) {
    return run(progress, wallSeconds, run -> {});
  }

  /**
   * Runs the policies and writes their results: into the folder itself for one policy, into a
   * folder of its name for each of several. The folder is left for the caller to commit.
   *
   * @param deployment is asked behind the last policy where its actors were, if in several JVMs
   * @throws UncheckedIOException when the results cannot be written
   */
  public Outcome run(
      Progress progress,
      DoubleSupplier wallSeconds,
      ResultFolder folder,
      Supplier<Optional<Deployment>> deployment) {
    var path = folder.path();
    try (var page = ReportPage.open(path.resolve(ReportPage.FILE), scenario.policies().size())) {
      var outcome =
          run(
              progress,
              wallSeconds,
              run -> {
                RunFiles.write(run, folderOf(run, path));
                page.add(run);
              });
      var where = deployment.get();
      where.ifPresent(jvms -> DeploymentJson.add(outcome.summary(), jvms));
      page.finish(outcome.reports(), world.workload().notes(), where);
      Files.writeString(path.resolve(SCENARIO_FILE), text.render());
      Files.writeString(
          path.resolve(ResultFolder.SUMMARY), SummaryJson.text(outcome.summary(), true));
      return outcome;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many policies it runs. */
  public int policies() {
    return scenario.policies().size();
  }

  private Path folderOf(RunResult run, Path path) throws IOException {
    return scenario.policies().size() == 1
        ? path
        : Files.createDirectory(path.resolve(run.header().policy()));
  }

  private Outcome run(Progress progress, DoubleSupplier wallSeconds, Sink sink) {
    var reports = new ArrayList<PolicyReport>();
    var violations = new ArrayList<Violation>();
    try {
      for (var policy : scenario.policies()) {
        var run = driver.run(world, policy.name(), policy.policy(), version, progress);
        var found = Checker.check(run);
        violations.addAll(found);
        reports.add(
            new PolicyReport(
                run.header(),
                RunStatistics.of(run),
                found.size(),
                PlacementsDigest.of(run.placements())));
        sink.take(run);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var notes = world.workload().notes();
    var summary = SummaryJson.of(reports, notes, plugins, wallSeconds.getAsDouble());
    return new Outcome(reports, violations, summary);
  }
}
