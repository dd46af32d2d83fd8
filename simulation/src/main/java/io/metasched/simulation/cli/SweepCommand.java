package io.metasched.simulation.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.config.ScenarioText;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.experiment.Conditions;
import io.metasched.simulation.experiment.ExperimentResult;
import io.metasched.simulation.replication.Laboratory;
import io.metasched.simulation.report.ExperimentFiles;
import io.metasched.simulation.report.ExperimentJson;
import io.metasched.simulation.report.SummaryJson;
import io.metasched.simulation.report.SweepTable;
import io.metasched.simulation.result.ResultFolder;
import io.metasched.simulation.run.Simulation;
import io.metasched.simulation.run.Sweep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code metasched sweep}: a scenario for each value of a key, replicated. */
@Command(
    name = Sweep.NAME,
    mixinStandardHelpOptions = true,
    description = {
      "Runs a scenario for each value of a key, by each policy, in replications, and shows means with"
          + " 95 %% intervals.",
      "In a replication all policies, and all values that do not change what is generated, meet the"
          + " same nodes and jobs."
    },
    footer = {
      "",
      "Examples:",
      "  metasched sweep --over jobs.per-cycle=10,20,30 --policy css,backfilling",
      "  metasched sweep --over 'jobs.criteria=[start],[cost],[start,cost]' --replications 30",
      "  metasched sweep trace --trace SDSC-SP2-1998-4.2-cln.swf.gz --jobs 1-500 --over nodes.count=64,128"
    })
final class SweepCommand implements Callable<Integer> {
  private static final int MOST_THREADS = 1024;

  @Mixin private ScenarioOptions scenarioOptions;

  @Option(
      names = "--over",
      required = true,
      paramLabel = "KEY=A,B,C",
      description =
          "The key of the scenario, and its values in the notation of scenario files, at most 100."
              + " Commas within [], {} and \"\" part no values.")
  private String over = "";

  @Option(
      names = "--replications",
      paramLabel = "N",
      description = "How often each value is run by each policy (default: 10).")
  private int replications = 10;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "On how many threads (default: all cores; 1 to 1024). The result does not depend on it.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the results go (default: results/sweep-N, the next free N).")
  private @Nullable Path out;

  @Option(names = "--force", description = "Replaces the results in --out.")
  private boolean force;

  @Option(names = "--json", description = "Prints one JSON object instead of a table.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    long begun = System.nanoTime();
    require("--replications", replications, Sweep.MOST_RUNS);
    require("--threads", threads, MOST_THREADS);
    var text = scenarioOptions.text();
    var sweep = Sweep.of(text, over, scenarioOptions::read, scenarioOptions.logs()::find);
    scenarioOptions.requirePoliciesNotSwept(sweep.key());
    sweep.requireFewRuns(replications);
    var target = out != null ? out : ResultFolder.nextFree(Path.of("results"), Sweep.NAME);
    try (var folder = ResultFolder.open(target, force)) {
      var result = run(sweep);
      var summary = summary(sweep, text, result, (System.nanoTime() - begun) / 1e9);
      ExperimentFiles.write(result, summary, folder.path());
      Files.writeString(folder.path().resolve(Simulation.SCENARIO_FILE), text.render());
      folder.commit();
      print(result, summary, folder);
      warn(sweep.incompleteRows(result.measurements()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Metasched.DONE;
  }

  private static void require(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new UsageException(
          "%s: allowed is a whole number from 1 to %d, given was %d"
              .formatted(option, most, value));
    }
  }

  private ExperimentResult run(Sweep sweep) {
    try (var progress = new ProgressLine(1)) {
      return ExperimentResult.of(
          sweep,
          new Laboratory(sweep.seed(), replications, threads),
          new Conditions(List.of(), System::nanoTime),
          done -> progress.advanced(Sweep.NAME, done, replications));
    }
  }

  private ObjectNode summary(
      Sweep sweep, ScenarioText text, ExperimentResult result, double wallSeconds) {
    var summary = ExperimentJson.of(result, Metasched.version(), wallSeconds);
    summary.put("scenario", text.name());
    summary.put("key", sweep.key());
    var values = summary.putArray("values");
    sweep.values().forEach(values::add);
    var plugins = summary.putArray("plugins");
    scenarioOptions.pluginJars().forEach(plugins::add);
    return summary;
  }

  private void print(ExperimentResult result, ObjectNode summary, ResultFolder folder) {
    var stdout = spec.commandLine().getOut();
    if (json) {
      stdout.println(SummaryJson.text(summary, false));
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
          "metasched: the limit of cycles (time.max-cycles) was reached with jobs waiting or still to"
              + " come, first with %s%n",
          incomplete.get(0));
      stderr.flush();
    }
  }
}
