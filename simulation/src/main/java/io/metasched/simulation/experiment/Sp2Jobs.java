package io.metasched.simulation.experiment;

import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.workload.trace.Dependencies;
import io.metasched.simulation.workload.trace.IdRange;
import io.metasched.simulation.workload.trace.SwfReader;
import io.metasched.simulation.workload.trace.TraceJob;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.util.List;

/**
 * Set of jobs of the log of SDSC SP2, with their logged run times, regardless of their limits.
 *
 * <p>Source: the hierarchical reservation paper, section 5.2, table 4. Departure: the log as
 * published today lacks jobs that had been cancelled, and jobs 1 to 3.
 *
 * @param label first word of its columns
 * @param ids ids of the jobs
 * @param files names of the logs that contain them
 */
public record Sp2Jobs(String label, IdRange ids, List<String> files) {
  private static final String LOG = "SDSC-SP2-1998-4.2-cln.swf.gz";
  private static final String ITS_FIRST_JOBS = "SDSC-SP2-1998-jobs-4-to-10.swf";

  /** Names of all logs of the sets. */
  public static final List<String> LOGS = List.of(LOG, ITS_FIRST_JOBS);

  /** Mostly small and short jobs. */
  public static final Sp2Jobs FIRST = new Sp2Jobs("first", new IdRange(1, 1000), LOGS);

  /** Large and long jobs; the set of most of the paper's experiments. */
  public static final Sp2Jobs LATER =
      new Sp2Jobs("later", new IdRange(68_000, 69_000), List.of(LOG));

  /** Both sets, in the paper's order. */
  public static final List<Sp2Jobs> SETS = List.of(FIRST, LATER);

  /** Returns the prefix of its columns. */
  public String prefix() {
    return label + ".";
  }

  /**
   * Reads the jobs. A job that needs more than {@code processors} is cut to this number.
   * Dependencies on jobs outside the set, and those that close a cycle, are dropped.
   *
   * @throws UsageException if the log is missing, or if settings were given, which jobs of a log do
   *     not have
   */
  public List<TraceJob> read(int processors, ExperimentContext context) {
    return read(
        TraceOptions.defaults()
            .withKeepOverruns(true)
            .withProcessors(processors)
            .withClampProcessors(true),
        context);
  }

  /**
   * Reads the jobs as logged: with the requested limits and sizes. Only run times beyond the limits
   * are cut; each job also has its logged run time.
   *
   * @throws UsageException if the log is missing, or if settings were given, which jobs of a log do
   *     not have
   */
  public List<TraceJob> asLogged(ExperimentContext context) {
    return read(TraceOptions.defaults(), context);
  }

  private List<TraceJob> read(TraceOptions how, ExperimentContext context) {
    if (!context.settings().isEmpty()) {
      throw new UsageException(
          "--set %s: no settings are allowed if an experiment takes its jobs from a log"
              .formatted(context.settings().get(0)));
    }
    var options = how.withJobs(ids);
    var trace = SwfReader.read(files.stream().map(context.logs()).toList(), options);
    return Dependencies.of(trace.jobs(), options).jobs();
  }
}
