package io.metasched.simulation.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.experiment.Conditions;
import io.metasched.simulation.experiment.Experiment;
import io.metasched.simulation.experiment.ExperimentResult;
import io.metasched.simulation.experiment.Experiments;
import io.metasched.simulation.experiment.Profile;
import io.metasched.simulation.replication.Laboratory;
import io.metasched.simulation.report.ExperimentFiles;
import io.metasched.simulation.report.ExperimentIndexPage;
import io.metasched.simulation.report.ExperimentJson;
import io.metasched.simulation.report.ExperimentTable;
import io.metasched.simulation.report.ReportPage;
import io.metasched.simulation.report.SummaryJson;
import io.metasched.simulation.result.ResultFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code metasched experiment}: a published table or figure, the paper's values beside ours. */
@Command(
    name = "experiment",
    mixinStandardHelpOptions = true,
    description =
        "Reproduces a published table or figure and shows the paper's values beside ours.",
    footer = {
      "",
      "Examples:",
      "  metasched experiment list",
      "  metasched experiment cyclic-single-job",
      "  metasched experiment all --replications 50 --out results/smoke"
    })
final class ExperimentCommand implements Callable<Integer> {
  private static final String LIST = "list";
  private static final String ALL = "all";
  private static final int MOST_REPLICATIONS = 1_000_000;
  private static final int MOST_THREADS = 1024;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      description = "The experiment to run, or `all`; without it, or with `list`, they are listed.")
  private String name = LIST;

  @Option(
      names = "--replications",
      paramLabel = "N",
      description = "How often it is repeated (default: as listed; 1 to 1000000).")
  private @Nullable Integer replications;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of the run (default: 1).")
  private long seed = 1;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "On how many threads (default: all cores; 1 to 1024). The result does not depend on it.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Sets a key of the environments of conf/experiments. May be repeated.")
  private List<String> settings = new ArrayList<>();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the results go (default: results/NAME-N, the next free N).")
  private @Nullable Path out;

  @Option(names = "--force", description = "Replaces the results in --out.")
  private boolean force;

  @Option(names = "--json", description = "Prints one JSON object instead of tables.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (name.equals(LIST)) {
      return list();
    }
    require("--replications", replications == null ? 1 : replications, MOST_REPLICATIONS);
    require("--threads", threads, MOST_THREADS);
    var chosen = name.equals(ALL) ? Experiments.all() : List.of(Experiments.named(name));
    var target = out != null ? out : ResultFolder.nextFree(Path.of("results"), name);
    // a setting that some experiment refuses is refused before the first one has run
    chosen.forEach(experiment -> experiment.trial(conditions()));
    try (var folder = ResultFolder.open(target, force);
        var progress = new ProgressLine(chosen.size())) {
      var results =
          name.equals(ALL)
              ? runAll(chosen, folder.path(), progress)
              : run(chosen.get(0), folder.path(), progress).summary();
      folder.commit();
      print(results, folder);
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

  /** An experiment's result, written and shown. */
  private record Done(ExperimentResult result, ObjectNode summary) {}

  private ObjectNode runAll(List<Experiment> chosen, Path folder, ProgressLine progress)
      throws IOException {
    var object = JsonNodeFactory.instance.objectNode();
    var summaries = object.putArray("experiments");
    var index = new ExperimentIndexPage(Metasched.version());
    for (var experiment : chosen) {
      var done =
          run(
              experiment,
              Files.createDirectory(folder.resolve(experiment.profile().name())),
              progress);
      summaries.add(done.summary());
      index.add(done.result());
    }
    Files.writeString(folder.resolve(ResultFolder.SUMMARY), SummaryJson.text(object, true));
    index.write(folder.resolve(ReportPage.FILE));
    return object;
  }

  private Done run(Experiment experiment, Path path, ProgressLine progress) {
    long begun = System.nanoTime();
    var profile = experiment.profile();
    int count = replications != null ? replications : profile.replications();
    var laboratory = new Laboratory(seed, count, profile.timed() ? 1 : threads);
    var result =
        ExperimentResult.of(
            experiment,
            laboratory,
            conditions(),
            done -> progress.advanced(profile.name(), done, count));
    progress.end();
    var summary = ExperimentJson.of(result, Metasched.version(), (System.nanoTime() - begun) / 1e9);
    ExperimentFiles.write(result, summary, path);
    if (!json) {
      spec.commandLine().getOut().println(ExperimentTable.of(result));
      spec.commandLine().getOut().flush();
    }
    return new Done(result, summary);
  }

  private Conditions conditions() {
    return new Conditions(settings, System::nanoTime);
  }

  private void print(ObjectNode results, ResultFolder folder) {
    var stdout = spec.commandLine().getOut();
    if (json) {
      stdout.println(SummaryJson.text(results, false));
    } else {
      stdout.println("Results are in " + folder.target());
    }
    stdout.flush();
  }

  private int list() {
    var stdout = spec.commandLine().getOut();
    var profiles = Experiments.all().stream().map(Experiment::profile).toList();
    if (json) {
      var object = JsonNodeFactory.instance.objectNode();
      var experiments = object.putArray("experiments");
      for (var profile : profiles) {
        experiments
            .addObject()
            .put("name", profile.name())
            .put("summary", profile.summary())
            .put("source", profile.source())
            .put("replications", profile.replications())
            .put("estimatedSeconds", seconds(profile));
      }
      stdout.println(SummaryJson.text(object, false));
    } else {
      long all = 0;
      for (var profile : profiles) {
        all += seconds(profile);
        stdout.printf(
            "%s (%d replications, about %s)%n    %s%n    %s%n",
            profile.name(),
            profile.replications(),
            duration(seconds(profile)),
            profile.summary(),
            profile.source());
      }
      stdout.printf(
          "all (about %s on %d threads)%n    All of them, one after the other.%n",
          duration(all), threads);
    }
    stdout.flush();
    return Metasched.DONE;
  }

  private static String duration(long seconds) {
    return seconds < 120 ? seconds + " s" : Math.round(seconds / 60.0) + " min";
  }

  /** Roughly how long a run takes here. */
  private long seconds(Profile profile) {
    double work = profile.replications() * profile.secondsEach();
    return Math.max(1, Math.round(work / (profile.timed() ? 1 : threads)));
  }
}
