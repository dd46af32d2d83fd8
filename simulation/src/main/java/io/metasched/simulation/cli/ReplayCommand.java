package io.metasched.simulation.cli;

import io.metasched.resource.provider.LocalScheduler;
import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.simulation.check.Violation;
import io.metasched.simulation.config.Nearest;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.replay.EstimateModel;
import io.metasched.simulation.replay.PolicyReplay;
import io.metasched.simulation.replay.Replay;
import io.metasched.simulation.replay.ReplayCheck;
import io.metasched.simulation.replay.ReplayFiles;
import io.metasched.simulation.replay.ReplayInput;
import io.metasched.simulation.replay.ReplayJob;
import io.metasched.simulation.replay.ReplayOptions;
import io.metasched.simulation.report.ReplayJson;
import io.metasched.simulation.report.ReplayPage;
import io.metasched.simulation.report.ReplayTable;
import io.metasched.simulation.report.ReportPage;
import io.metasched.simulation.report.SummaryJson;
import io.metasched.simulation.result.ResultFolder;
import io.metasched.simulation.workload.trace.IdRange;
import io.metasched.simulation.workload.trace.SwfReader;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code metasched replay}: a log on one cluster, under local schedulers side by side. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    description = "Replays a log on one cluster under local schedulers and checks the result.",
    footer = {
      "",
      "Examples:",
      "  metasched replay SDSC-SP2-1998-4.2-cln.swf.gz --policy fcfs,easy,conservative",
      "  metasched replay log.swf --policy lsf --period 600 --jobs 1-1000 --keep-overruns --json"
    })
final class ReplayCommand implements Callable<Integer> {
  private static final double MOST_PERIOD = 100_000_000;
  private static final double MOST_FACTOR = 1_000_000;
  private static final int TICKS = 1000;

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
  private List<String> policies = List.of("easy");

  @Option(
      names = "--processors",
      paramLabel = "N",
      description = "Size of the cluster (default: MaxProcs, else MaxNodes of the log).")
  private @Nullable Integer processors;

  @Option(names = "--jobs", paramLabel = "A-B", description = "Ids of the jobs to take.")
  private @Nullable String jobs;

  @Option(
      names = "--period",
      paramLabel = "S",
      description = "Seconds between two scheduling passes (default: 0, a pass at each event).")
  private double period;

  @Option(
      names = "--clamp-processors",
      description = "Cuts jobs larger than the cluster to its size; otherwise they are dropped.")
  private boolean clampProcessors;

  @Option(
      names = "--keep-overruns",
      description =
          "Keeps run times beyond the estimate and raises the estimate; otherwise such jobs are"
              + " stopped at their estimate.")
  private boolean keepOverruns;

  @Option(names = "--skip-malformed", description = "Counts malformed lines instead of failing.")
  private boolean skipMalformed;

  @Option(
      names = "--estimates",
      paramLabel = "E",
      description =
          "What schedulers are told: log (the default), exact (the run time) or a number from 1 on"
              + " (that multiple of the run time).")
  private String estimates = "log";

  @Option(
      names = "--arrival-factor",
      paramLabel = "F",
      description = "Multiplies the times of submission; below 1 the load grows (default: 1).")
  private double arrivalFactor = 1;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Deals the jobs out anew to the times of submission (default: as logged).")
  private @Nullable Long seed;

  @Mixin private TracesOption logs;

  @Mixin private OutputOptions output;

  @Option(names = "--swf-out", description = "Also writes the log with the waits of the replay.")
  private boolean swfOut;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    policies.forEach(ReplayCommand::scheduler);
    requireDistinct();
    var input = input();
    long periodTicks = Math.round(TICKS * inRange("--period", period, 0, MOST_PERIOD));
    var options = new ReplayOptions(options(), input, periodTicks);
    var trace = SwfReader.read(files(), options.log());
    var replayed = input.jobs(trace.jobs());
    var violations = new ArrayList<Violation>();
    try (var folder = output.open("replay");
        var progress = new ProgressLine(policies.size())) {
      var replays = new ArrayList<PolicyReplay>();
      for (var policy : policies) {
        var replay = replay(policy, replayed, trace.processors(), periodTicks, progress);
        violations.addAll(ReplayCheck.check(replay.schedule(), periodTicks));
        write(replay, trace, folder.path());
        replays.add(replay);
      }
      var summary = ReplayJson.of(traces, trace, options, replays, Metasched.version());
      Files.writeString(
          folder.path().resolve(ResultFolder.SUMMARY), SummaryJson.text(summary, true));
      ReplayPage.write(summary, replays, violations.size(), folder.path().resolve(ReportPage.FILE));
      folder.commit();
      progress.end();
      var stdout = spec.commandLine().getOut();
      stdout.println(
          output.json()
              ? SummaryJson.text(summary, false)
              : ReplayTable.of(trace, replays) + "\nResults are in " + folder.target());
      stdout.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return verdict(violations);
  }

  private int verdict(List<Violation> violations) {
    if (violations.isEmpty()) {
      return Metasched.DONE;
    }
    var stderr = spec.commandLine().getErr();
    stderr.printf("metasched: the check found violations, the first: %s%n", violations.get(0));
    stderr.flush();
    return Metasched.FAILED;
  }

  private static PolicyReplay replay(
      String policy,
      List<ReplayJob> jobs,
      int processors,
      long periodTicks,
      ProgressLine progress) {
    long begun = System.nanoTime();
    var schedule =
        Replay.run(
            jobs,
            processors,
            scheduler(policy),
            periodTicks,
            done -> progress.advanced(policy, done, jobs.size()));
    double seconds = (System.nanoTime() - begun) / 1e9;
    return PolicyReplay.of(policy, periodTicks, schedule, seconds);
  }

  private void write(PolicyReplay replay, Trace trace, Path path) throws IOException {
    var folder = policies.size() == 1 ? path : Files.createDirectory(path.resolve(replay.policy()));
    ReplayFiles.writeJobs(replay.schedule(), folder);
    ReplayFiles.writeGroups(replay, folder);
    if (swfOut) {
      ReplayFiles.writeLog(replay.schedule(), trace.name(), folder);
    }
  }

  private static LocalScheduler scheduler(String name) {
    var known = LocalSchedulers.names();
    return LocalSchedulers.named(name)
        .orElseThrow(
            () ->
                new UsageException(
                    "--policy: unknown policy '%s'%s; known are %s"
                        .formatted(name, Nearest.hint(name, known), String.join(", ", known))));
  }

  private void requireDistinct() {
    if (policies.stream().distinct().count() < policies.size()) {
      throw new UsageException(
          "--policy: allowed is each policy once, given was " + String.join(",", policies));
    }
  }

  private List<Path> files() {
    var folders = logs.folders();
    return traces.stream().map(name -> folders.find(name, "TRACE")).toList();
  }

  private TraceOptions options() {
    var options =
        TraceOptions.defaults()
            .withJobs(ids())
            .withClampProcessors(clampProcessors)
            .withKeepOverruns(keepOverruns)
            .withSkipMalformed(skipMalformed);
    if (processors == null) {
      return options;
    }
    if (processors < 1) {
      throw new UsageException(
          "--processors: allowed is a whole number from 1 on, given was " + processors);
    }
    return options.withProcessors(processors);
  }

  private IdRange ids() {
    if (jobs == null) {
      return IdRange.ALL;
    }
    return IdRange.parse(jobs)
        .orElseThrow(
            () ->
                new UsageException(
                    "--jobs: allowed is FIRST-LAST with FIRST <= LAST, given was '%s'"
                        .formatted(jobs)));
  }

  private ReplayInput input() {
    return new ReplayInput(
        estimateModel(),
        inRange("--arrival-factor", arrivalFactor, 1 / MOST_FACTOR, MOST_FACTOR),
        seed == null ? OptionalLong.empty() : OptionalLong.of(seed));
  }

  private EstimateModel estimateModel() {
    if (estimates.equals("log")) {
      return EstimateModel.LOGGED;
    }
    if (estimates.equals("exact")) {
      return EstimateModel.EXACT;
    }
    try {
      return new EstimateModel(
          inRange("--estimates", Double.parseDouble(estimates), 1, MOST_FACTOR));
    } catch (NumberFormatException e) {
      throw new UsageException(
          "--estimates: allowed is log, exact or a number from 1 to %.0f, given was '%s'"
              .formatted(MOST_FACTOR, estimates));
    }
  }

  private static double inRange(String option, double value, double least, double most) {
    if (value >= least && value <= most) {
      return value;
    }
    throw new UsageException(
        "%s: allowed is a number from %s to %s, given was %s"
            .formatted(option, least, most, value));
  }
}
