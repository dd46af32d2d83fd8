package io.metasched.simulation.cli;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.options.SkipMalformedOption;
import io.metasched.simulation.options.TracesOption;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.scenario.LogOptions;
import io.metasched.simulation.scenario.ReadTraces;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.system.Systems;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code metasched replay}: short form of {@code simulate replay}. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    description = {
      "Replays a log on one cluster under local schedulers and checks the result.",
      "The short form of `metasched simulate replay`: each option sets a key of that scenario."
    },
    footer = {
      "",
      "Examples:",
      "  metasched replay SDSC-SP2-1998-4.2-cln.swf.gz --policy fcfs,easy,conservative",
      "  metasched replay log.swf --policy lsf --period 600 --jobs 1-1000 --keep-overruns --json"
    })
final class ReplayCommand implements Callable<Integer> {
  private static final String SCENARIO = "replay";

  @Parameters(
      arity = "1..*",
      paramLabel = "TRACE",
      description = "Logs in Standard Workload Format, plain or gzip; several are read as one.")
  private List<String> traces = new ArrayList<>();

  @Option(
      names = "--policy",
      split = ",",
      paramLabel = "P",
      description =
          "Local schedulers: fcfs, first-fit, lsf, sjf, easy, easy-sjf, conservative (default:"
              + " easy).")
  private List<String> policies = new ArrayList<>();

  @Option(
      names = "--processors",
      paramLabel = "N",
      description = "Size of the cluster (default: MaxProcs, else MaxNodes of the log).")
  private @Nullable String processors;

  @Option(names = "--jobs", paramLabel = "A-B", description = "Ids of the jobs to take.")
  private @Nullable String jobs;

  @Option(
      names = "--period",
      paramLabel = "S",
      description = "Seconds between two scheduling passes (default: 0, a pass at each event).")
  private @Nullable String period;

  @Option(
      names = "--clamp-processors",
      description = "Cuts jobs larger than the cluster to its size; otherwise, they are dropped.")
  private boolean clampProcessors;

  @Option(
      names = "--keep-overruns",
      description =
          "Keeps run times beyond the estimate and raises the estimate; otherwise, such jobs are"
              + " stopped at their estimate.")
  private boolean keepOverruns;

  @Mixin private SkipMalformedOption malformed;

  @Option(
      names = "--ignore-dependencies",
      description =
          "Submits each job at its own time; otherwise, it waits for its preceding jobs in"
              + " the log.")
  private boolean ignoreDependencies;

  @Option(
      names = "--estimates",
      paramLabel = "E",
      description =
          "The run times that schedulers expect: log (the default), exact (the run time) or a"
              + " number from 1 on (that multiple of the run time).")
  private @Nullable String estimates;

  @Option(
      names = "--arrival-factor",
      paramLabel = "F",
      description = "Multiplies the submission times; below 1, the load grows (default: 1).")
  private @Nullable String arrivalFactor;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Shuffles the jobs over the submission times (default: as logged).")
  private @Nullable String seed;

  @Option(names = "--swf-out", description = "Also writes the log with the waits of the replay.")
  private boolean swfOut;

  @Mixin private TracesOption logs;

  @Mixin private RunSizeOptions size;

  @Mixin private OutputOptions output;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    var folders = logs.folders();
    var inputs =
        new Inputs(Policies.builtIn(), name -> folders.find(name, "TRACE"), new ReadTraces());
    return new ScenarioRun(text(), inputs, List.of(), output, spec.commandLine())
        .by(new LocalDriver(null, size));
  }

  private ScenarioText text() {
    var text = Systems.SCENARIOS.packed(SCENARIO).withTexts("log.files", traces, "TRACE");
    if (!policies.isEmpty()) {
      text = text.withTexts("policies", policies, "--policy");
    }
    text = set(text, "log.jobs", jobs, "--jobs");
    text = set(text, "log.clamp-processors", clampProcessors, "--clamp-processors");
    text = set(text, "log.keep-overruns", keepOverruns, "--keep-overruns");
    if (ignoreDependencies) {
      text = text.withText("log.dependencies", "ignore", "--ignore-dependencies");
    }
    text = set(text, LogOptions.SKIP_MALFORMED, malformed.isSet(), SkipMalformedOption.NAME);
    text = set(text, "cluster.processors", processors, "--processors");
    text = set(text, "cluster.period", period, "--period");
    text = set(text, "jobs.estimates", estimates, "--estimates");
    text = set(text, "jobs.arrival-factor", arrivalFactor, "--arrival-factor");
    text = set(text, "seed", seed, "--seed");
    text = set(text, "jobs.shuffle", seed != null, "--seed");
    return set(text, "output.swf", swfOut, "--swf-out");
  }

  private static ScenarioText set(
      ScenarioText text, String key, @Nullable String value, String option) {
    return value == null ? text : text.withText(key, value, option);
  }

  private static ScenarioText set(ScenarioText text, String key, boolean isSet, String option) {
    return isSet ? text.withText(key, "true", option) : text;
  }
}
