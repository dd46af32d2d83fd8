package io.metasched.simulation.scenario;

import io.metasched.simulation.workload.LublinJobs;
import io.metasched.simulation.workload.RequestTraits;
import io.metasched.simulation.workload.RigidJobs;
import io.metasched.simulation.workload.RigidWorkload;
import java.util.List;
import java.util.Optional;

/**
 * Reads the keys {@code jobs} of scenarios whose rigid jobs are generated, or come from a log. All
 * of them are read whatever the source is, so that no wrong value goes unnoticed.
 */
public final class RigidJobKeys {
  /** The word of {@code jobs.source} for jobs that are generated from independent numbers. */
  public static final String SYNTHETIC = "synthetic";

  /** The word of {@code jobs.source} for those of a log. */
  public static final String LOG = "log";

  private static final double LEAST_TIME = 0.001;
  private static final double MOST_TIME = 100_000_000;
  private static final double MOST_RUN = 10_000_000;
  private static final double MOST_FACTOR = 1000;

  private final Values values;
  private final long leadTicks;

  /**
   * @param leadTicks mean time from the submission of a reservation to the start it asks for; 0
   *     where jobs do not say it
   */
  public RigidJobKeys(Values values, long leadTicks) {
    this.values = values;
    this.leadTicks = leadTicks;
  }

  /** Where the jobs come from: synthetic, lublin or log. */
  public static String source(Values values) {
    return values.word("jobs.source", List.of(SYNTHETIC, LublinOptions.SOURCE, LOG));
  }

  /**
   * The jobs that are generated; empty where they come from a log.
   *
   * @param processors of the machine
   * @param mostProcessors of any machine
   * @param processorsKey what says how many the machine has
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
   * The jobs that are drawn by the Lublin-Feitelson model; empty where they come from elsewhere.
   *
   * @param processors of the machine
   * @param processorsKey what says how many it has
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
