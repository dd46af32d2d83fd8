package io.metasched.simulation.cli;

import static io.metasched.metascheduler.program.TextTable.left;
import static io.metasched.metascheduler.program.TextTable.right;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.freva.asciitable.ColumnData;
import io.metasched.metascheduler.program.ExitCode;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.metascheduler.program.TextTable;
import io.metasched.resource.model.Ticks;
import io.metasched.simulation.driver.study.LoadedStudy;
import io.metasched.simulation.driver.study.StudySpec;
import io.metasched.simulation.options.SkipMalformedOption;
import io.metasched.simulation.options.TracesOption;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.rows.JsonText;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.system.Translations;
import io.metasched.simulation.translation.CommonBounds;
import io.metasched.simulation.translation.CommonMetric;
import io.metasched.simulation.translation.CommonSites;
import io.metasched.simulation.translation.CommonSource;
import io.metasched.simulation.translation.CommonWorkload;
import io.metasched.simulation.translation.TranslatedRuns;
import io.metasched.simulation.translation.WorkloadDraw;
import io.metasched.simulation.workload.lublin.LublinSetting;
import io.metasched.simulation.workload.trace.IdRange;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code metasched compare-systems}: runs all systems on the same jobs of a log. */
@Command(
    name = CompareSystemsCommand.NAME,
    mixinStandardHelpOptions = true,
    description = {
      "Runs the jobs of a log or a model through all systems and all of their policies on"
          + " the same processors, and shows first the bounds of any schedule of all jobs, then"
          + " the common measures; every schedule is checked.",
      "",
      "docs/experiments.md defines the form of a job in each system. One log is one"
          + " observation; metasched experiment five-systems has intervals."
    },
    footer = {
      "",
      "Examples:",
      "  metasched compare-systems --trace SDSC-SP2-1998-4.2-cln.swf.gz --jobs 1-500 --sites 2"
          + " --processors 64",
      "  metasched compare-systems --load 0.8 --sites 4",
      "  metasched compare-systems --trace jobs.csv --sites 4 --processors 32 --own-times 0.5"
          + " --json"
    })
final class CompareSystemsCommand implements Callable<Integer> {
  static final String NAME = "compare-systems";

  private static final String IGNORE_DEPENDENCIES = "--ignore-dependencies";
  private static final int MOST_SITES = 100;
  private static final int MOST_PROCESSORS = 4096; // maximum of a multiprocessor
  private static final int MOST_JOBS = 20_000;
  private static final int PRICE_SPREAD_MILLI = 200;
  private static final double MOST_FACTOR = 1000;
  private static final double MOST_LEAD = 1e7;
  private static final int MODEL_JOBS = 500;
  private static final String BOUND = "bound";
  private static final double LEAST_LOAD = 0.01;
  private static final double MOST_LOAD = 2;

  /** Metrics shown in the printed table, which has limited width. */
  private static final List<CommonMetric> SHOWN =
      List.of(
          CommonMetric.PLACED,
          CommonMetric.TIME_KEPT,
          CommonMetric.WAIT_MEAN,
          CommonMetric.WAIT_P95,
          CommonMetric.SLOWDOWN_MEAN,
          CommonMetric.SLOWDOWN_MEDIAN,
          CommonMetric.TARDINESS,
          CommonMetric.UTILISATION,
          CommonMetric.FRAGMENTATION,
          CommonMetric.COST,
          CommonMetric.FAIRNESS,
          CommonMetric.LOST);

  @ArgGroup(multiplicity = "1")
  private Source source = new Source();

  /** Options for the source of the jobs. */
  static final class Source {
    @Option(
        names = "--trace",
        paramLabel = "LOG",
        description = "The log, or a file of jobs, in any format that simulate reads.")
    private @Nullable String trace;

    @Option(
        names = "--load",
        paramLabel = "SHARE",
        description =
            "Instead of a log: 500 jobs of the Lublin-Feitelson model whose run times need"
                + " this share of the processors (0.01 to 2).")
    private @Nullable Double load;

    private String label() {
      return trace != null ? trace : "the Lublin-Feitelson model at load " + load;
    }
  }

  @Option(
      names = "--jobs",
      paramLabel = "FIRST-LAST",
      description = "Ids of the jobs to take (default: all, up to " + MOST_JOBS + ").")
  private String jobs = "all";

  @Mixin private SkipMalformedOption malformed;

  @Option(
      names = IGNORE_DEPENDENCIES,
      description =
          "Submits each job at its own time; otherwise, it waits for its preceding jobs in"
              + " the log.")
  private boolean ignoreDependencies;

  @Option(
      names = "--sites",
      paramLabel = "N",
      description = "Number of sites (default: ${DEFAULT-VALUE}; 1 to " + MOST_SITES + ").")
  private int sites = 2;

  @Option(
      names = "--processors",
      paramLabel = "N",
      description =
          "Processors of each site (default: ${DEFAULT-VALUE}; all sites together at most "
              + MOST_PROCESSORS
              + "). Larger jobs are dropped.")
  private int processors = 64;

  @Option(
      names = "--own-times",
      paramLabel = "SHARE",
      description = "Share of the jobs that need a fixed time (default: ${DEFAULT-VALUE}; 0 to 1).")
  private double ownTimes = 0.2;

  @Option(
      names = "--lead",
      paramLabel = "SECONDS",
      description =
          "Maximum time from the submission of a fixed-time job to its ready time (default:"
              + " ${DEFAULT-VALUE}; 0 to 10000000).")
  private double lead = 86_400;

  @Option(
      names = "--slack",
      paramLabel = "FACTOR",
      description =
          "Maximum slack between the earliest end and the due time of a fixed-time job, in"
              + " multiples of the job's estimate (default: ${DEFAULT-VALUE}; 0 to 1000).")
  private double slack = 2;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the random draws (default: 1).")
  private long seed = 1;

  @Option(names = "--json", description = "Prints one JSON object instead of a table.")
  private boolean json;

  @Mixin private StudyOptions studies;

  @Mixin private TracesOption traces;

  @Spec private CommandSpec spec;

  private record Row(String system, String policy, Map<CommonMetric, Double> metrics) {}

  @Override
  public Integer call() {
    var logs = new StudyRuns.WatchedLogs(log -> traces.folders().find(log, "--trace"));
    var from = source(logs);
    var workload = workload(from);
    var loaded = runs(workload);
    int systems = Translations.ALL.size();
    var study =
        new StudyRuns.Study(
            NAME,
            settings(),
            loaded,
            logs,
            StudySpec.Scenario.NONE,
            List.of(),
            seed,
            systems,
            false);
    var rows = new ArrayList<Row>();
    rows.add(new Row(BOUND, "", CommonBounds.of(workload)));
    try (var runs = new StudyRuns(studies, spec.commandLine());
        var progress = new ProgressLine(1)) {
      rows.addAll(
          runs.run(
              study,
              Optional.empty(),
              done -> progress.advanced(NAME, done, systems),
              all -> rows(all.values())));
    }
    var stdout = spec.commandLine().getOut();
    if (json) {
      stdout.println(JsonText.line(json(from, workload, rows)));
    } else {
      stdout.printf(
          "%d jobs of %s, %d of them with a fixed time, on %d sites of %d processors%n",
          workload.jobs().size(),
          source.label(),
          workload.jobs().stream().filter(job -> job.own().isPresent()).count(),
          sites,
          processors);
      workload.notes().forEach(stdout::println);
      stdout.println(table(rows));
      from.notes().forEach(stdout::println);
    }
    stdout.flush();
    return ExitCode.DONE;
  }

  /** Loads the study of the command with the given settings, for a JVM that runs parts of it. */
  static LoadedStudy load(List<String> settings, Function<String, Path> logs) {
    var command = new CompareSystemsCommand();
    new CommandLine(command).parseArgs(settings.toArray(String[]::new));
    return runs(command.workload(command.source(logs)));
  }

  /** Returns the options that determine the runs. */
  private List<String> settings() {
    var settings = new ArrayList<String>();
    if (source.load != null) {
      settings.add("--load=" + source.load);
    } else {
      settings.add("--trace=" + source.trace);
    }
    settings.add("--jobs=" + jobs);
    settings.add("--sites=" + sites);
    settings.add("--processors=" + processors);
    settings.add("--own-times=" + ownTimes);
    settings.add("--lead=" + lead);
    settings.add("--slack=" + slack);
    settings.add("--seed=" + seed);
    if (malformed.isSet()) {
      settings.add(SkipMalformedOption.NAME);
    }
    if (ignoreDependencies) {
      settings.add(IGNORE_DEPENDENCIES);
    }
    return settings;
  }

  /**
   * Returns a study in which the runs of a system by all its policies form one replication, because
   * they depend on no other runs.
   */
  private static LoadedStudy runs(CommonWorkload workload) {
    return new LoadedStudy(
        (replication, observations) ->
            TranslatedRuns.run(
                Translations.ALL.get(replication.number()),
                workload,
                (system, policy, metrics) -> {
                  observations.scheduleChecked();
                  metrics.forEach(
                      (metric, value) ->
                          observations.put(label(system, policy), metric.key(), value));
                }),
        Translations.ALL.stream()
            .flatMap(each -> each.policies().stream().map(policy -> label(each.name(), policy)))
            .flatMap(label -> Stream.of(CommonMetric.values()).map(m -> new Series(label, m.key())))
            .toList());
  }

  private static String label(String system, String policy) {
    return system + " " + policy;
  }

  private static List<Row> rows(ObservedValues observed) {
    var rows = new ArrayList<Row>();
    for (int number = 0; number < Translations.ALL.size(); number++) {
      var translation = Translations.ALL.get(number);
      for (var policy : translation.policies()) {
        var metrics = new EnumMap<CommonMetric, Double>(CommonMetric.class);
        for (var metric : CommonMetric.values()) {
          var label = label(translation.name(), policy);
          metrics.put(metric, observed.values(label, metric.key())[number]);
        }
        rows.add(new Row(translation.name(), policy, metrics));
      }
    }
    return rows;
  }

  private CommonWorkload workload(CommonSource from) {
    var drawn = new Seeds(seed, NAME, 0);
    try {
      return from.workloads().apply(drawn);
    } catch (IllegalArgumentException none) {
      throw new UsageException("--processors: " + none.getMessage());
    }
  }

  private CommonSource source(Function<String, Path> logs) {
    require("--sites", sites, 1, MOST_SITES);
    int most = MOST_PROCESSORS / sites;
    require("--processors", processors, 1, most);
    require("--own-times", ownTimes, 0, 1);
    require("--lead", lead, 0, MOST_LEAD);
    require("--slack", slack, 0, MOST_FACTOR);
    long leadTicks = Math.round(lead * Ticks.PER_UNIT);
    var all = CommonSites.of(sites, processors, PRICE_SPREAD_MILLI);
    if (source.load != null) {
      require("--load", source.load, LEAST_LOAD, MOST_LOAD);
      require("--processors", processors, LublinSetting.DEFAULT.leastProcessors(), processors);
      var draw = new WorkloadDraw(MODEL_JOBS, ownTimes, leadTicks, slack);
      return CommonSource.model(source.label(), source.load, all, draw);
    }
    var ids =
        jobs.equals("all")
            ? IdRange.ALL
            : IdRange.parse(jobs)
                .orElseThrow(
                    () ->
                        new UsageException(
                            "--jobs: allowed is FIRST-LAST with FIRST <= LAST, or all; given was '%s'"
                                .formatted(PrintableText.line(jobs))));
    var draw = new WorkloadDraw(MOST_JOBS, ownTimes, leadTicks, slack);
    var log = logs.apply(source.label());
    var options =
        TraceOptions.defaults()
            .withJobs(ids)
            .withSkipMalformed(malformed.isSet())
            .withIgnoreDependencies(ignoreDependencies);
    return CommonSource.log(source.label(), log, options, all, draw);
  }

  private static void require(String option, double given, double least, double most) {
    if (!(given >= least && given <= most)) {
      throw new UsageException(
          "%s: allowed is %s to %s; given was %s"
              .formatted(option, plain(least), plain(most), plain(given)));
    }
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }

  private static String table(List<Row> rows) {
    var columns = new ArrayList<ColumnData<Row>>();
    columns.add(left("system", Row::system));
    columns.add(left("policy", Row::policy));
    for (var metric : SHOWN) {
      columns.add(right(metric.key(), row -> number(row, metric)));
    }
    return TextTable.of(rows, columns);
  }

  private static String number(Row row, CommonMetric metric) {
    double value = row.metrics().getOrDefault(metric, Double.NaN);
    return Double.isNaN(value)
        ? "-"
        : TextTable.decimal(value, Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 3);
  }

  private ObjectNode json(CommonSource from, CommonWorkload workload, List<Row> rows) {
    var object = JsonNodeFactory.instance.objectNode();
    object.put("jobsOf", source.label()).put("sites", sites).put("processors", processors);
    object.put("seed", seed).put("jobs", workload.jobs().size());
    var notes = object.putArray("notes");
    from.notes().forEach(notes::add);
    workload.notes().forEach(notes::add);
    put(object.putObject(BOUND), rows.get(0).metrics());
    var all = object.putArray("policies");
    for (var row : rows.subList(1, rows.size())) {
      var each = all.addObject().put("system", row.system()).put("policy", row.policy());
      put(each, row.metrics());
    }
    return object;
  }

  private static void put(ObjectNode object, Map<CommonMetric, Double> metrics) {
    metrics.forEach(
        (metric, value) -> {
          if (Double.isNaN(value)) {
            object.putNull(metric.key());
          } else {
            object.put(metric.key(), value);
          }
        });
  }
}
