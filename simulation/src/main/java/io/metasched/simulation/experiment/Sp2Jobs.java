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
 * A set of jobs of the log of SDSC SP2, with the run times they had, whatever their limits.
 *
 * <p>Source: the hierarchical reservation paper, section 5.2, table 4. Departure: the log as it is
 * published today lacks jobs that had been cancelled, and jobs 1 to 3.
 *
 * @param label the first word of its columns
 * @param ids which jobs
 * @param files names of the logs they are in
 */
public record Sp2Jobs(String label, IdRange ids, List<String> files) {
  private static final String LOG = "SDSC-SP2-1998-4.2-cln.swf.gz";
  private static final String ITS_FIRST_JOBS = "SDSC-SP2-1998-jobs-4-to-10.swf";

  /** All files that any of the sets is in. */
  public static final List<String> LOGS = List.of(LOG, ITS_FIRST_JOBS);

  /** Mostly small and short jobs. */
  public static final Sp2Jobs FIRST = new Sp2Jobs("first", new IdRange(1, 1000), LOGS);

  /** Large and long jobs; the set of most of the paper's experiments. */
  public static final Sp2Jobs LATER =
      new Sp2Jobs("later", new IdRange(68_000, 69_000), List.of(LOG));

  /** Both, in the paper's order. */
  public static final List<Sp2Jobs> SETS = List.of(FIRST, LATER);

  /** What its columns begin with. */
  public String prefix() {
    return label + ".";
  }

  /**
   * Reads the jobs. A job that needs more than {@code processors} is cut to them; dependencies on
   * jobs outside the set, and those that close a cycle, are left out.
   *
   * @throws UsageException where the log is missing, or where settings were given, of which there
   *     are none for jobs of a log
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
   * Reads the jobs as they are in the log: with the limits that were requested, and none of them
   * cut but the run times, whose logged ones stand beside them.
   *
   * @throws UsageException as above
   */
  public List<TraceJob> asLogged(ExperimentContext context) {
    return read(TraceOptions.defaults(), context);
  }

  private List<TraceJob> read(TraceOptions how, ExperimentContext context) {
    if (!context.settings().isEmpty()) {
      throw new UsageException(
          "--set %s: allowed are no settings where an experiment takes its jobs from a log"
              .formatted(context.settings().get(0)));
    }
    var options = how.withJobs(ids);
    var trace = SwfReader.read(files.stream().map(context.logs()).toList(), options);
    return Dependencies.of(trace.jobs(), options).jobs();
  }
}
