package io.metasched.simulation.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.driver.Drivers;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.kernel.RunDriver;
import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rule.RunRules;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.scenario.PluginJar;
import io.metasched.simulation.scenario.ReadTraces;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.system.SystemEntry;
import io.metasched.simulation.system.Systems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs of scenarios of any system, and their summaries and digests, for tests. */
public final class ScenarioRuns {
  private static final String VERSION = "1.0.0";

  private ScenarioRuns() {}

  /** Returns the inputs that a scenario may name in a test: built-in policies, and logs by path. */
  public static Inputs inputs() {
    return new Inputs(Policies.builtIn(), Path::of, new ReadTraces());
  }

  /** Returns a scenario with all its input, which is read or generated. */
  public static Instance<?> instance(ScenarioText text) {
    return Systems.of(text.schema()).system().read(text, inputs()).apply(text.seeds());
  }

  /** Returns the summaries of a scenario's runs, policy by policy. */
  public static <R extends RunTables> List<RunSummary> runs(
      SimulatedSystem<R> system, RunDriver<R> driver, ScenarioText text) {
    var instance = system.read(text, inputs()).apply(text.seeds());
    return new Simulation<>(system, driver, text, instance, List.of(), VERSION, 1, () -> 0)
        .run(Progress.NONE);
  }

  /** Returns the summaries of a scenario's runs by a driver of this JVM. */
  public static List<RunSummary> runs(ScenarioText text, String driver) {
    return runs(Systems.of(text.schema()), text, driver);
  }

  private static <R extends RunTables> List<RunSummary> runs(
      SystemEntry<R> entry, ScenarioText text, String driver) {
    try (var chosen = entry.driver(driver)) {
      return runs(entry.system(), chosen, text);
    }
  }

  /** Returns the digests of the placements, policy by policy. */
  public static <R extends RunTables> List<String> digests(
      SimulatedSystem<R> system, RunDriver<R> driver, ScenarioText text) {
    return runs(system, driver, text).stream().map(RunSummary::placementsDigest).toList();
  }

  /** Returns the digests of the placements by the engine. */
  public static List<String> digests(ScenarioText text) {
    return runs(text, Drivers.ENGINE).stream().map(RunSummary::placementsDigest).toList();
  }

  /** Returns the summary of the runs, even if runs are invalid. */
  public static <R extends RunTables> ObjectNode summary(
      SimulatedSystem<R> system, List<R> runs, List<String> notes, List<PluginJar.Id> plugins) {
    var summaries = new ArrayList<RunSummary>();
    for (var run : runs) {
      var found = RunRules.check(system.rules(), run);
      var json = SummaryJson.policy(system, run, found.size(), Map.of(), SummaryJson.Formula.FAST);
      summaries.add(new RunSummary(run.title(), found, json));
    }
    return SummaryJson.frame(summaries, notes, plugins, "");
  }
}
