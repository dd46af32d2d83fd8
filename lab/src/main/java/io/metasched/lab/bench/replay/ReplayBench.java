package io.metasched.lab.bench.replay;

import static io.metasched.lab.bench.BenchColumn.column;

import io.metasched.lab.bench.Bench;
import io.metasched.lab.bench.BenchContext;
import io.metasched.lab.bench.BenchParameter;
import io.metasched.lab.bench.BenchReport;
import io.metasched.lab.bench.BenchRun;
import io.metasched.lab.bench.BenchTable;
import io.metasched.lab.bench.Growth;
import io.metasched.simulation.options.SkipMalformedOption;
import io.metasched.simulation.options.TracesOption;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.report.ReplayJob;
import io.metasched.simulation.system.replay.ReplayInput;
import io.metasched.simulation.workload.Logs;
import io.metasched.simulation.workload.RequestTraits;
import io.metasched.simulation.workload.RigidWorkload;
import io.metasched.simulation.workload.trace.Dependencies;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Benchmark of the jobs per second of a replay, for each local scheduler, by the length of the
 * flow. Compared with first come first served, which does the least work.
 *
 * <p>The flows are generated at a load of about 0.8. Sizes are powers of two from 1 to 128
 * processors of 256. Run times are log-uniform from a minute to a day, with estimates of up to five
 * times as long.
 */
public final class ReplayBench implements Bench {
  private static final String NAME = "replay";

  /** Lengths of the generated flows. */
  private static final BenchParameter JOBS =
      BenchParameter.list(
          "--jobs", 100, 10_000_000, List.of(500, 1000), 10_000, 100_000, 1_000_000);

  private static final int PROCESSORS = 256;
  private static final int JOBS_FOR_WARMTH = 5000;
  private static final long TICKS = 1000;
  private static final long LEAST_RUN = 60 * TICKS;
  private static final long MOST_RUN = 86_400 * TICKS;
  private static final int MOST_PROCESSORS = 128;
  private static final double LOAD = 0.8;

  @Option(
      names = "--jobs",
      split = ",",
      paramLabel = "N",
      description =
          "Lengths of the generated flows (default: 10000,100000,1000000; 100 to 10000000).")
  private List<Integer> jobs = List.of();

  @Option(names = "--trace", paramLabel = "FILE", description = "Measures a log instead.")
  private @Nullable String trace;

  @Option(
      names = "--limit",
      paramLabel = "S",
      description = "Seconds after which a replay is given up (default: 60).")
  private double limit = 60;

  @Mixin private SkipMalformedOption malformed = new SkipMalformedOption();

  @Mixin private TracesOption logs = new TracesOption();

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "jobs per second of the local schedulers, beside first come first served";
  }

  @Override
  public List<BenchTable<?>> tables() {
    return List.of(table(), growthTable());
  }

  @Override
  public BenchReport run(BenchContext context) {
    var lengths = context.values(JOBS, jobs);
    var log = log();
    var logged = Dependencies.of(log.map(Trace::jobs).orElse(List.of()), TraceOptions.defaults());
    var run = new BenchRun(NAME, context.progress());
    new ReplayMeasure(limit, run.faults()).rows(generated(JOBS_FOR_WARMTH), PROCESSORS);
    var measure = new ReplayMeasure(limit, run.faults());
    var rows =
        log.isPresent()
            ? measure.rows(ReplayInput.AS_LOGGED.jobs(logged.jobs()), log.get().processors())
            : run.measure("jobs", lengths, length -> measure.rows(generated(length), PROCESSORS));
    run.add(table(), rows);
    log.ifPresent(trace -> trace.malformed().notes().forEach(run::note));
    log.ifPresent(trace -> trace.notes().forEach(run::note));
    logged.notes().forEach(run::note);
    run.add(growthTable(), Growth.of(rows, ReplayBenchRow::jobs, ReplayBenchRow::policy));
    return run.report();
  }

  private static BenchTable<ReplayBenchRow> table() {
    return BenchTable.of(
            "rows",
            "Replays on one cluster (a dash: longer than the limit)",
            column("jobs", ReplayBenchRow::jobs),
            column("policy", ReplayBenchRow::policy),
            column("seconds", 4, ReplayBenchRow::seconds, "seconds", 3),
            column("jobsPerSecond", 0, ReplayBenchRow::jobsPerSecond, "jobs/s", 0),
            column("ratio", 2, ReplayBenchRow::ratio, "x fcfs", 2),
            column("mostWaiting", ReplayBenchRow::mostWaiting, "most waiting"))
        .explain("ratio", "to `fcfs`");
  }

  private static BenchTable<Growth<ReplayBenchRow>> growthTable() {
    return BenchTable.keyed(
        "exponents",
        "Growth: time ~ jobs ^ exponent",
        Growth.label("policy", 0),
        Growth.partCost("exponent", ReplayBenchRow::seconds));
  }

  private Optional<Trace> log() {
    return Optional.ofNullable(trace)
        .map(name -> logs.folders().find(name, "--trace"))
        .map(file -> Logs.read(file, TraceOptions.defaults().withSkipMalformed(malformed.isSet())));
  }

  /** Generates a flow of the given number of jobs; a longer flow begins with the shorter one. */
  private static List<ReplayJob> generated(int jobs) {
    double meanRun = (MOST_RUN - LEAST_RUN) / Math.log((double) MOST_RUN / LEAST_RUN);
    int sizes = Integer.SIZE - Integer.numberOfLeadingZeros(MOST_PROCESSORS);
    double meanProcessors = (2.0 * MOST_PROCESSORS - 1) / sizes;
    long interarrival = Math.round(meanRun * meanProcessors / (LOAD * PROCESSORS));
    var flow =
        new RigidWorkload(
            jobs,
            interarrival,
            MOST_PROCESSORS,
            LEAST_RUN,
            MOST_RUN,
            new RequestTraits(1, 5, TICKS));
    return ReplayInput.AS_LOGGED.jobs(flow.generate(new Seeds(1, NAME, 0)));
  }
}
