package io.metasched.lab.bench.replay;

import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.report.ReplayJob;
import io.metasched.simulation.system.replay.ReplayInput;
import io.metasched.simulation.workload.Logs;
import io.metasched.simulation.workload.RequestTraits;
import io.metasched.simulation.workload.RigidWorkload;
import io.metasched.simulation.workload.trace.Dependencies;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Flow of jobs on a cluster.
 *
 * @param notes remarks on a log
 */
record ReplayFlow(List<ReplayJob> jobs, int processors, List<String> notes) {
  private static final int PROCESSORS = 256;
  private static final long TICKS = 1000;
  private static final long LEAST_RUN = 60 * TICKS;
  private static final long MOST_RUN = 86_400 * TICKS;
  private static final int MOST_PROCESSORS = 128;
  private static final double LOAD = 0.8;

  ReplayFlow {
    jobs = List.copyOf(jobs);
    notes = List.copyOf(notes);
  }

  /**
   * Generates a flow at a load of about 0.8; a longer flow begins with the shorter one. Sizes are
   * powers of two from 1 to 128 processors; the cluster has 256. Run times are log-uniform from a
   * minute to a day, and estimates are up to five times the run time.
   */
  static ReplayFlow generated(int jobs) {
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
    var generated = flow.generate(new Seeds(1, "replay", 0));
    return new ReplayFlow(ReplayInput.AS_LOGGED.jobs(generated), PROCESSORS, List.of());
  }

  /** Reads a log. */
  static ReplayFlow logged(Path file, boolean skipMalformed) {
    var log = Logs.read(file, TraceOptions.defaults().withSkipMalformed(skipMalformed));
    var logged = Dependencies.of(log.jobs(), TraceOptions.defaults());
    var notes = new ArrayList<>(log.malformed().notes());
    notes.addAll(log.notes());
    notes.addAll(logged.notes());
    return new ReplayFlow(ReplayInput.AS_LOGGED.jobs(logged.jobs()), log.processors(), notes);
  }
}
