package io.metasched.simulation.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.simulation.driver.study.StudySpec;
import io.metasched.simulation.options.Installation;
import io.metasched.simulation.options.TracesOption;
import io.metasched.simulation.report.ExperimentFiles;
import io.metasched.simulation.report.ExperimentIndexPage;
import io.metasched.simulation.report.ExperimentJson;
import io.metasched.simulation.report.ExperimentTable;
import io.metasched.simulation.report.PageFile;
import io.metasched.simulation.rows.JsonText;
import io.metasched.simulation.rows.ResultFolder;
import io.metasched.simulation.study.Experiment;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.ExperimentResult;
import io.metasched.simulation.study.config.ExperimentInfo;
import io.metasched.simulation.system.Experiments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code metasched experiment}: reproduces a published table or figure, with the paper's values
 * next to the measured ones.
 */
@Command(
    name = "experiment",
    mixinStandardHelpOptions = true,
    description =
        "Reproduces a published table or figure and shows the paper's values next to ours.",
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

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "NAME",
      description =
          "The experiment to run, or `all`; without it, or with `list`, the experiments"
              + " are listed.")
  private String name = LIST;

  @Option(
      names = "--replications",
      paramLabel = "N",
      description = "Number of replications (default: as listed; 1 to 1000000).")
  private @Nullable Integer replications;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of the run (default: 1).")
  private long seed = 1;

  @Mixin private StudyOptions studies;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Sets a key of the environments of conf/experiments. May be repeated.")
  private List<String> settings = new ArrayList<>();

  @Mixin private TracesOption traces;

  @Mixin private OutputOptions output;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (name.equals(LIST)) {
      return list();
    }
    ThreadsOption.require(
        "--replications", replications == null ? 1 : replications, MOST_REPLICATIONS);
    var chosen = name.equals(ALL) ? withLogs() : List.of(Experiments.named(name));
    // before the first experiment runs, refuse a setting that any experiment refuses
    chosen.forEach(experiment -> experiment.replicable(context(logs())));
    try (var folder = output.open(name);
        var runs = new StudyRuns(studies, spec.commandLine());
        var progress = new ProgressLine(chosen.size())) {
      if (name.equals(ALL)) {
        reportSkipped(chosen);
      }
      var results =
          name.equals(ALL)
              ? runAll(chosen, runs, folder.path(), progress)
              : run(chosen.get(0), runs, folder.path(), progress).summary();
      folder.commit();
      print(results, folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ExitCode.DONE;
  }

  /** Returns all experiments except those whose logs are missing. */
  private List<Experiment> withLogs() {
    var logs = traces.folders();
    return Experiments.all().stream()
        .filter(experiment -> experiment.logs().stream().allMatch(logs::has))
        .toList();
  }

  /** Reports the experiments that are skipped because their logs are missing. */
  private void reportSkipped(List<Experiment> chosen) {
    var skipped = Experiments.all().stream().filter(each -> !chosen.contains(each)).toList();
    if (!skipped.isEmpty()) {
      var names = skipped.stream().map(each -> each.profile().name()).toList();
      var logs = traces.folders();
      var missing =
          skipped.stream()
              .flatMap(each -> each.logs().stream())
              .distinct()
              .filter(log -> !logs.has(log))
              .toList();
      var stderr = spec.commandLine().getErr();
      stderr.printf(
          "metasched: skipped %s: no log %s here or in %s (--traces DIR)%n",
          String.join(", ", names), String.join(", ", missing), logs.folder());
      stderr.flush();
    }
  }

  /** Result of an experiment, written and displayed. */
  private record Done(ExperimentResult result, ObjectNode summary) {}

  private ObjectNode runAll(
      List<Experiment> chosen, StudyRuns runs, Path folder, ProgressLine progress)
      throws IOException {
    var object = JsonNodeFactory.instance.objectNode();
    var summaries = object.putArray(ExperimentFiles.INDEX);
    var index = new ExperimentIndexPage(Metasched.version());
    for (var experiment : chosen) {
      var done =
          run(
              experiment,
              runs,
              Files.createDirectory(folder.resolve(experiment.profile().name())),
              progress);
      summaries.add(done.summary());
      index.add(done.result());
    }
    Files.writeString(folder.resolve(ResultFolder.SUMMARY), JsonText.indented(object));
    index.write(folder.resolve(PageFile.NAME));
    return object;
  }

  private Done run(Experiment experiment, StudyRuns runs, Path path, ProgressLine progress) {
    long begun = System.nanoTime();
    var profile = experiment.profile();
    int count = replications != null ? replications : profile.replications();
    var logs = logs();
    var context = context(logs);
    var study =
        new StudyRuns.Study(
            profile.name(),
            settings,
            Studies.loaded(experiment, context),
            logs,
            StudySpec.Scenario.NONE,
            List.of(),
            seed,
            count,
            profile.timed());
    var result =
        runs.run(
            study,
            Optional.of(path),
            done -> progress.advanced(profile.name(), done, count),
            rows -> ExperimentResult.of(experiment, seed, rows));
    progress.end();
    var summary = ExperimentJson.of(result, Metasched.version(), (System.nanoTime() - begun) / 1e9);
    ExperimentFiles.write(result, summary, Collections.emptySortedMap(), path);
    if (!output.json()) {
      spec.commandLine().getOut().println(ExperimentTable.of(result));
      spec.commandLine().getOut().flush();
    }
    return new Done(result, summary);
  }

  private StudyRuns.WatchedLogs logs() {
    return new StudyRuns.WatchedLogs(log -> traces.folders().find(log, "experiment"));
  }

  private ExperimentContext context(StudyRuns.WatchedLogs logs) {
    return new ExperimentContext(
        settings,
        System::nanoTime,
        ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
        logs,
        Optional.of(
            new ExperimentContext.Program(
                Metasched.version(), Installation.home(), ExperimentCommand::node)));
  }

  private static List<String> node(List<String> options) {
    return Stream.concat(Stream.of(Metasched.class.getName(), "node"), options.stream()).toList();
  }

  private void print(ObjectNode results, ResultFolder folder) {
    var stdout = spec.commandLine().getOut();
    if (output.json()) {
      stdout.println(JsonText.line(results));
    } else {
      stdout.println("Results are in " + folder.target());
    }
    stdout.flush();
  }

  private record Listing(List<Listed> experiments) {}

  private record Listed(
      String name,
      String summary,
      String source,
      int replications,
      long estimatedSeconds,
      List<String> logs) {}

  private Listed listed(Experiment experiment) {
    var profile = experiment.profile();
    return new Listed(
        profile.name(),
        profile.summary(),
        profile.source(),
        profile.replications(),
        seconds(profile),
        experiment.logs());
  }

  private int list() {
    var stdout = spec.commandLine().getOut();
    if (output.json()) {
      var listed = Experiments.all().stream().map(this::listed).toList();
      stdout.println(JsonText.line(new Listing(listed)));
    } else {
      long all = 0;
      for (var experiment : Experiments.all()) {
        var profile = experiment.profile();
        all += seconds(profile);
        stdout.printf(
            "%s (%d replications, about %s)%n    %s%n    %s%n",
            profile.name(),
            profile.replications(),
            duration(seconds(profile)),
            profile.summary(),
            profile.source());
        if (!experiment.logs().isEmpty()) {
          stdout.printf("    reads %s%n", String.join(", ", experiment.logs()));
        }
      }
      stdout.printf(
          "all (about %s on %d threads)%n    All experiments, one after the other.%n",
          duration(all), studies.threads());
    }
    stdout.flush();
    return ExitCode.DONE;
  }

  private static String duration(long seconds) {
    return seconds < 120 ? seconds + " s" : Math.round(seconds / 60.0) + " min";
  }

  /** Returns the approximate duration of a run on this machine, in seconds. */
  private long seconds(ExperimentInfo profile) {
    double work = profile.replications() * profile.secondsEach();
    return Math.max(1, Math.round(work / (profile.timed() ? 1 : studies.threads())));
  }
}
