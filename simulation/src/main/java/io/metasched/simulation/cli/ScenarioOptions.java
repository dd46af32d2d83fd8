package io.metasched.simulation.cli;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.config.ScenarioKind;
import io.metasched.simulation.config.ScenarioReader;
import io.metasched.simulation.config.ScenarioText;
import io.metasched.simulation.config.TwoLevelReader;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.run.LogFolders;
import io.metasched.simulation.run.ScenarioFiles;
import io.metasched.simulation.scenario.JobSource;
import io.metasched.simulation.scenario.Scenario;
import io.metasched.simulation.scenario.TwoLevelScenario;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that make up a scenario. */
final class ScenarioOptions {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "SCENARIO",
      description = "A file, or a name in conf/scenarios (default: default; with --trace: trace).")
  private @Nullable String scenario;

  @Option(
      names = "--policy",
      split = ",",
      paramLabel = "P",
      description = "Policies to run, side by side. `metasched policies` lists them.")
  private List<String> policies = new ArrayList<>();

  @Option(names = "--seed", paramLabel = "N", description = "Seed of the run.")
  private @Nullable String seed;

  @Option(names = "--cycles", paramLabel = "N", description = "How many cycles to run.")
  private @Nullable String cycles;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Sets any key of the scenario, as in its file. May be repeated.")
  private List<String> settings = new ArrayList<>();

  @Option(names = "--trace", paramLabel = "FILE", description = "The log to take jobs from.")
  private @Nullable String trace;

  @Option(
      names = "--jobs",
      paramLabel = "A-B",
      description = "Ids of the log's jobs to take, such as 1-1500.")
  private @Nullable String jobs;

  @Option(names = "--nodes", paramLabel = "N", description = "How many nodes there are.")
  private @Nullable String nodes;

  @Mixin private TracesOption traces;

  @Mixin private PluginOption plugins;

  ScenarioText text() {
    var files = new ScenarioFiles(home().map(h -> h.resolve("conf/scenarios")));
    var text =
        scenario != null ? files.find(scenario) : files.named(trace != null ? "trace" : "default");
    for (var setting : settings) {
      text = text.with(setting, "--set " + setting);
    }
    if (text.kind() == ScenarioKind.TWO_LEVEL) {
      requireNotGiven(text, "--cycles", cycles != null);
      requireNotGiven(text, "--nodes", nodes != null);
      requireNotGiven(text, "--plugins", !plugins.paths().isEmpty());
      text = set(text, "jobs.source", trace == null ? null : "log", "--trace");
    }
    text = set(text, "seed", seed, "--seed");
    text = set(text, "time.cycles", cycles, "--cycles");
    text = set(text, "nodes.count", nodes, "--nodes");
    text = set(text, "log.jobs", jobs, "--jobs");
    text = set(text, "log.file", trace, "--trace");
    return policies.isEmpty() ? text : text.withTexts("policies", policies, "--policy");
  }

  private static void requireNotGiven(ScenarioText text, String option, boolean isGiven) {
    if (isGiven) {
      throw new UsageException(
          "%s: is for scenarios of kind %s, but %s is of kind %s"
              .formatted(
                  option,
                  ScenarioKind.CYCLIC.registryName(),
                  text.name(),
                  text.kind().registryName()));
    }
  }

  private static ScenarioText set(
      ScenarioText text, String key, @Nullable String value, String option) {
    return value == null ? text : text.withText(key, value, option);
  }

  /** The scenario as values, with no option that would do nothing. */
  Scenario read(ScenarioText text) {
    var read = ScenarioReader.read(text, plugins.policies());
    requireUsed(text, read.jobs() instanceof JobSource.Logged);
    return read;
  }

  /** The same for a scenario of two levels. */
  TwoLevelScenario readTwoLevel(ScenarioText text) {
    var read = TwoLevelReader.read(text);
    requireUsed(text, read.jobs() instanceof TwoLevelScenario.Logged);
    return read;
  }

  private void requireUsed(ScenarioText text, boolean isLogged) {
    if (!isLogged && (trace != null || jobs != null)) {
      throw new UsageException(
          "%s: is for jobs of a log, but scenario %s generates its jobs (jobs.source = synthetic)"
              .formatted(trace != null ? "--trace" : "--jobs", text.name()));
    }
  }

  /** Holds that --policy is not given where a sweep's values name the policies. */
  void requirePoliciesNotSwept(String key) {
    if (key.equals("policies") && !policies.isEmpty()) {
      throw new UsageException("--policy: the values of --over policies name the policies");
    }
  }

  /** The built-in policies and those of plug-ins. */
  Policies knownPolicies() {
    return plugins.policies();
  }

  List<String> pluginJars() {
    return plugins.paths();
  }

  LogFolders logs() {
    return traces.folders();
  }

  /** Where the program is installed, if its launcher said so. */
  static Optional<Path> home() {
    return Optional.ofNullable(System.getProperty("metasched.home")).map(Path::of);
  }
}
