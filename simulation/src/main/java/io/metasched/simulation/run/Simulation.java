package io.metasched.simulation.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.kernel.RunDriver;
import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.report.PageFile;
import io.metasched.simulation.report.SystemPage;
import io.metasched.simulation.rows.JsonText;
import io.metasched.simulation.rows.ResultFolder;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rows.TableDigest;
import io.metasched.simulation.rows.TableFolder;
import io.metasched.simulation.rule.RunRules;
import io.metasched.simulation.rule.Violation;
import io.metasched.simulation.scenario.PluginJar;
import io.metasched.simulation.scenario.ScenarioText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Runs of all policies of a scenario, each checked at its end. At most {@code threads} runs are in
 * memory.
 *
 * @param system simulated system
 * @param driver driver of the runs
 * @param text effective scenario, stored with the results
 * @param instance scenario with all data read and generated for it
 * @param plugins jars of the policies, recorded in the results
 * @param version version of the program
 * @param threads number of policies that run in parallel, at least 1; more than 1 only if the
 *     driver may execute several runs in parallel. The results do not depend on it.
 * @param nanoTime clock in nanoseconds, for the titles of the runs
 */
public record Simulation<R extends RunTables>(
    SimulatedSystem<R> system,
    RunDriver<R> driver,
    ScenarioText text,
    Instance<R> instance,
    List<PluginJar.Id> plugins,
    String version,
    int threads,
    LongSupplier nanoTime) {
  /** Name of the file with the effective scenario in a result folder. */
  public static final String SCENARIO_FILE = "scenario.conf";

  public Simulation {
    plugins = List.copyOf(plugins);
  }

  /**
   * Outcome of a simulation.
   *
   * @param runs runs, one of each policy
   * @param summary summary as JSON
   */
  public record Outcome(List<RunSummary> runs, ObjectNode summary) {
    public Outcome {
      runs = List.copyOf(runs);
    }

    /** Returns whether every run ended normally and no rule was violated. */
    public boolean isGood() {
      return runs.stream().allMatch(RunSummary::isGood);
    }

    /** Returns the violations of all policies. */
    public List<Violation> violations() {
      return runs.stream().flatMap(run -> run.violations().stream()).toList();
    }
  }

  /** Runs the policies without keeping any rows. */
  public List<RunSummary> run(Progress progress) {
    var runs = new ArrayList<RunSummary>();
    new SideBySide(instance.policies(), threads)
        .run(
            policy -> {
              var run = timed(policy, progress);
              return summary(run, RunRules.check(system.rules(), run), new LinkedHashMap<>());
            },
            runs::add);
    return runs;
  }

  /**
   * Runs the policies and writes their results: a single policy into the folder itself, each of
   * several policies into a folder with its name. The caller must commit the folder.
   *
   * @param further called after the last policy; supplies fields of the summary that cannot be
   *     computed from the tables
   * @throws UncheckedIOException if the results cannot be written
   */
  public Outcome run(Progress progress, ResultFolder folder, Supplier<ObjectNode> further) {
    var path = folder.path();
    try (var page =
        SystemPage.open(
            path.resolve(PageFile.NAME),
            system.page(instance.policies().size()),
            system.metrics())) {
      var runs = new ArrayList<RunSummary>();
      new SideBySide(instance.policies(), threads)
          .<Written<R>>run(
              policy -> written(policy, progress, path),
              written -> {
                addTo(page, written.run());
                runs.add(written.summary());
              });
      var scenario = text.render();
      var summary = SummaryJson.frame(runs, instance.notes(), plugins, scenario);
      SummaryJson.add(summary, further.get());
      page.finish(summary);
      Files.writeString(path.resolve(SCENARIO_FILE), scenario);
      Files.writeString(path.resolve(ResultFolder.SUMMARY), JsonText.indented(summary));
      return new Outcome(runs, summary);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Run whose files are written, except the page. */
  private record Written<R>(R run, RunSummary summary) {}

  private Written<R> written(String policy, Progress progress, Path path) {
    var run = timed(policy, progress);
    var violations = RunRules.check(system.rules(), run);
    try {
      var below =
          instance.policies().size() == 1 ? path : Files.createDirectory(path.resolve(policy));
      var digests = new TableFolder(below).write(run, system.tables());
      GroupFiles.write(system, run, below);
      system.export(run, text, below);
      return new Written<>(run, summary(run, violations, digests));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static <R> void addTo(SystemPage<R> page, R run) {
    try {
      page.add(run);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a policy; the title contains its wall time. */
  private R timed(String policy, Progress progress) {
    long begun = nanoTime.getAsLong();
    var run = driver.run(instance, policy, version, progress);
    return system.format().titled(run, run.title().took((nanoTime.getAsLong() - begun) / 1e9));
  }

  private RunSummary summary(R run, List<Violation> violations, Map<String, TableDigest> digests) {
    return new RunSummary(
        run.title(),
        violations,
        SummaryJson.policy(system, run, violations.size(), digests, SummaryJson.Formula.FAST));
  }
}
