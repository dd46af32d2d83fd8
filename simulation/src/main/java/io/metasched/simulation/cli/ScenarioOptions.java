package io.metasched.simulation.cli;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.options.Installation;
import io.metasched.simulation.options.SkipMalformedOption;
import io.metasched.simulation.options.TracesOption;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.scenario.LogFolders;
import io.metasched.simulation.scenario.LogOptions;
import io.metasched.simulation.scenario.PluginJar;
import io.metasched.simulation.scenario.ReadTraces;
import io.metasched.simulation.scenario.ScenarioFiles;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.system.Systems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Options that determine a scenario. */
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

  @Option(names = "--cycles", paramLabel = "N", description = "Number of cycles.")
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

  @Option(names = "--nodes", paramLabel = "N", description = "Number of nodes.")
  private @Nullable String nodes;

  @Mixin private SkipMalformedOption malformed;

  @Mixin private TracesOption traces;

  @Mixin private PluginOption plugins;

  ScenarioText text() {
    var files = files();
    var text =
        scenario != null ? files.find(scenario) : files.named(trace != null ? "trace" : "default");
    for (var setting : settings) {
      text = text.with(setting, "--set " + setting);
    }
    requireKey(text, "--cycles", "time.cycles", cycles != null);
    requireKey(text, "--nodes", "nodes.count", nodes != null);
    requireKey(text, "--jobs", "log.jobs", jobs != null);
    requireKey(text, "--plugins", "policy", !plugins.paths().isEmpty());
    text = set(text, "seed", seed, "--seed");
    text = set(text, "time.cycles", cycles, "--cycles");
    text = set(text, "nodes.count", nodes, "--nodes");
    text = set(text, "log.jobs", jobs, "--jobs");
    text = trace == null ? text : withTrace(text, trace);
    if (jobs != null && !text.takesLog()) {
      throw new UsageException(
          "--jobs: is for jobs of a log (jobs.source = log), but scenario %s generates its jobs"
              .formatted(text.name()));
    }
    if (malformed.isSet()) {
      if (!text.readsLog()) {
        throw new UsageException(
            "%s: is for a log, but scenario %s reads none"
                .formatted(SkipMalformedOption.NAME, text.name()));
      }
      text = text.withText(LogOptions.SKIP_MALFORMED, "true", SkipMalformedOption.NAME);
    }
    return policies.isEmpty() ? text : text.withTexts("policies", policies, "--policy");
  }

  private static ScenarioText withTrace(ScenarioText text, String trace) {
    boolean takesSeveral = text.schema().has("log.files");
    requireKey(text, "--trace", "log.file", !takesSeveral);
    var logged = text.withText("jobs.source", "log", "--trace");
    return takesSeveral
        ? logged.withTexts("log.files", List.of(trace), "--trace")
        : logged.withText("log.file", trace, "--trace");
  }

  private static void requireKey(ScenarioText text, String option, String key, boolean isGiven) {
    if (isGiven && !text.schema().has(key)) {
      throw new UsageException(
          "%s: scenario %s is of kind %s, which has no key %s"
              .formatted(option, text.name(), text.schema().kind(), key));
    }
  }

  private static ScenarioText set(
      ScenarioText text, String key, @Nullable String value, String option) {
    return value == null ? text : text.withText(key, value, option);
  }

  /** Creates a run of the scenario. */
  ScenarioRun run(OutputOptions output, CommandLine commandLine) {
    return new ScenarioRun(text(), inputs(), pluginIds(), output, commandLine);
  }

  /** Returns the inputs, which find and read the files that the scenario names. */
  Inputs inputs() {
    return inputs(logs()::find);
  }

  /** Returns the inputs with the given finder of logs. */
  Inputs inputs(Function<String, Path> finder) {
    return new Inputs(plugins.policies(), finder, new ReadTraces());
  }

  /** Checks that --policy is not given if the values of a sweep name the policies. */
  void requirePoliciesNotSwept(String key) {
    if (key.equals("policies") && !policies.isEmpty()) {
      throw new UsageException(
          "--policy: not allowed with --over policies, whose values name the policies");
    }
  }

  /** Returns the built-in policies and those of plug-ins. */
  Policies knownPolicies() {
    return plugins.policies();
  }

  /** Returns the absolute paths of the plug-in jars. */
  List<String> pluginPaths() {
    return plugins.paths();
  }

  /** Returns the fingerprints of plug-ins, which must be equal in all JVMs of a run. */
  List<String> pluginFingerprints() {
    return plugins.plugins().fingerprints();
  }

  /** Returns the plug-in jars as recorded in results. */
  List<PluginJar.Id> pluginIds() {
    return plugins.plugins().ids();
  }

  LogFolders logs() {
    return traces.folders();
  }

  /** Returns the scenarios of the installation. */
  static ScenarioFiles files() {
    return Systems.files(Installation.home());
  }
}
