package io.metasched.simulation.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.simulation.driver.study.StudySpec;
import io.metasched.simulation.report.ExperimentFiles;
import io.metasched.simulation.report.ExperimentJson;
import io.metasched.simulation.report.SweepTable;
import io.metasched.simulation.rows.JsonText;
import io.metasched.simulation.rows.ResultFolder;
import io.metasched.simulation.run.Simulation;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.ExperimentResult;
import io.metasched.simulation.study.Sweep;
import io.metasched.simulation.system.Systems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code metasched sweep}: runs a scenario for each value of a key, replicated. */
@Command(
    name = Sweep.NAME,
    mixinStandardHelpOptions = true,
    description = {
      "Runs a scenario for each value of a key, under each policy, in replications, and shows means"
          + " with 95 %% intervals.",
      "In a replication, all policies get the same nodes and jobs. Values of the key also get the"
          + " same nodes and jobs, unless the key changes how they are generated."
    },
    footer = {
      "",
      "Examples:",
      "  metasched sweep --over jobs.per-cycle=10,20,30 --policy css,backfilling",
      "  metasched sweep --over 'jobs.criteria=[start],[cost],[start,cost]' --replications 30",
      "  metasched sweep trace --trace SDSC-SP2-1998-4.2-cln.swf.gz --jobs 1-500 --over"
          + " nodes.count=64,128",
      "  metasched sweep two-level --over reservations.share=0,0.2,0.4 --policy mct,ar-priority",
      "  metasched sweep replay --trace log.swf --over jobs.estimates=exact,2,5 --set"
          + " jobs.shuffle=true",
      "  metasched sweep rectangles --over jobs.umed=5,6,7,8,9 --policy ff,pe-worst"
    })
final class SweepCommand implements Callable<Integer> {

  @Mixin private ScenarioOptions scenarioOptions;

  @Option(
      names = "--over",
      required = true,
      paramLabel = "KEY=A,B,C",
      description =
          "The key of the scenario, and its values in the notation of scenario files, at most 100."
              + " Commas within [], {} and \"\" do not separate values.")
  private String over = "";

  @Option(
      names = "--replications",
      paramLabel = "N",
      description = "Number of runs of each value under each policy (default: 10).")
  private int replications = 10;

  @Mixin private StudyOptions studies;

  @Mixin private OutputOptions output;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    long begun = System.nanoTime();
    ThreadsOption.require("--replications", replications, Sweep.MOST_RUNS);
    var text = scenarioOptions.text();
    var logs = new StudyRuns.WatchedLogs(scenarioOptions.logs()::find);
    var inputs = scenarioOptions.inputs(logs);
    var sweep = Sweep.of(Systems.of(text.schema()).system(), text, over, inputs);
    scenarioOptions.requirePoliciesNotSwept(sweep.key());
    sweep.requireFewRuns(replications);
    try (var folder = output.open(Sweep.NAME)) {
      var result = run(sweep, text, logs, folder.path());
      var summary = summary(sweep, text, result, (System.nanoTime() - begun) / 1e9);
      var scenario = new TreeMap<>(Map.of(Simulation.SCENARIO_FILE, text.render()));
      ExperimentFiles.write(result, summary, scenario, folder.path());
      folder.commit();
      print(result, summary, folder);
      warn(sweep.incompleteRows(result.measurements()));
    }
    return ExitCode.DONE;
  }

  private ExperimentResult run(
      Sweep sweep, ScenarioText text, StudyRuns.WatchedLogs logs, Path folder) {
    var context = new ExperimentContext(List.of(), System::nanoTime);
    var study =
        new StudyRuns.Study(
            Sweep.NAME,
            List.of(),
            Studies.loaded(sweep, context),
            logs,
            new StudySpec.Scenario(text.name(), text.render(), over),
            scenarioOptions.pluginPaths().stream().map(Path::of).toList(),
            sweep.seed(),
            replications,
            false);
    try (var runs = new StudyRuns(studies, spec.commandLine());
        var progress = new ProgressLine(1)) {
      return runs.run(
          study,
          Optional.of(folder),
          done -> progress.advanced(Sweep.NAME, done, replications),
          rows -> ExperimentResult.of(sweep, sweep.seed(), rows));
    }
  }

  private ObjectNode summary(
      Sweep sweep, ScenarioText text, ExperimentResult result, double wallSeconds) {
    var summary = ExperimentJson.of(result, Metasched.version(), wallSeconds);
    summary.put("scenario", text.name());
    summary.put("key", sweep.key());
    summary.set("values", JsonText.tree(sweep.values()));
    summary.set("plugins", JsonText.tree(scenarioOptions.pluginIds()));
    return summary;
  }

  private void print(ExperimentResult result, ObjectNode summary, ResultFolder folder) {
    var stdout = spec.commandLine().getOut();
    if (output.json()) {
      stdout.println(JsonText.line(summary));
    } else {
      stdout.println(SweepTable.of(result));
      stdout.println("Results are in " + folder.target());
    }
    stdout.flush();
  }

  private void warn(List<String> incomplete) {
    if (!incomplete.isEmpty()) {
      var stderr = spec.commandLine().getErr();
      stderr.printf(
          "metasched: runs ended at their limit with jobs waiting or not yet submitted,"
              + " first with %s%n",
          incomplete.get(0));
      stderr.flush();
    }
  }
}
