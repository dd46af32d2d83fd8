package io.metasched.simulation.scenario;

import io.metasched.simulation.workload.LublinJobs;
import io.metasched.simulation.workload.RequestTraits;
import io.metasched.simulation.workload.RigidJobs;
import io.metasched.simulation.workload.RigidWorkload;
import java.util.List;
import java.util.Optional;

/**
 * Reader of the keys {@code jobs} of scenarios whose rigid jobs are generated, or are read from a
 * log. All keys are read regardless of the source, so that every wrong value is detected.
 *
 * @param leadTicks mean time from the submission of a reservation to its requested start; 0 if jobs
 *     do not request a start
 */
public record RigidJobKeys(Values values, long leadTicks) {
  /** Value of {@code jobs.source} for jobs generated from independent numbers. */
  public static final String SYNTHETIC = "synthetic";

  /** Value of {@code jobs.source} for jobs of a log. */
  public static final String LOG = "log";

  private static final double LEAST_TIME = 0.001;
  private static final double MOST_TIME = 100_000_000;
  private static final double MOST_RUN = 10_000_000;
  private static final double MOST_FACTOR = 1000;

  /** Returns the source of the jobs: synthetic, lublin or log. */
  public static String source(Values values) {
    return values.word("jobs.source", List.of(SYNTHETIC, LublinOptions.SOURCE, LOG));
  }

  /**
   * Returns the generated jobs; empty if they are read from a log.
   *
   * @param processors processors of the machine
   * @param mostProcessors maximum number of processors of any machine
   * @param processorsKey key of the machine's number of processors
   */
  public Optional<RigidJobs> read(int processors, int mostProcessors, String processorsKey) {
    var source = source(values);
    var model = model(processors, processorsKey);
    var synthetic = synthetic(source.equals(SYNTHETIC) ? processors : mostProcessors);
    return switch (source) {
      case LOG -> Optional.empty();
      case LublinOptions.SOURCE -> model.map(jobs -> jobs);
      default -> Optional.of(synthetic);
    };
  }

  /**
   * Returns the jobs drawn from the Lublin-Feitelson model; empty for other sources.
   *
   * @param processors processors of the machine
   * @param processorsKey key of the machine's number of processors
   */
  public Optional<LublinJobs> model(int processors, String processorsKey) {
    var traits = traits();
    LublinOptions.check(values);
    return source(values).equals(LublinOptions.SOURCE)
        ? Optional.of(
            new LublinJobs(LublinOptions.workload(values, processorsKey, processors), traits))
        : Optional.empty();
  }

  private RequestTraits traits() {
    double leastFactor = values.real("jobs.estimate-factor.least", 1, MOST_FACTOR);
    return new RequestTraits(
        leastFactor, values.real("jobs.estimate-factor.most", leastFactor, MOST_FACTOR), leadTicks);
  }

  private RigidWorkload synthetic(int mostProcessors) {
    long leastRun = values.thousandths("jobs.run.least", 1, MOST_RUN);
    return new RigidWorkload(
        LublinOptions.count(values),
        values.thousandths("jobs.interarrival", LEAST_TIME, MOST_TIME),
        values.wholeInt("jobs.processors", 1, mostProcessors),
        leastRun,
        values.thousandths("jobs.run.most", leastRun / 1000.0, MOST_RUN),
        traits());
  }
}
