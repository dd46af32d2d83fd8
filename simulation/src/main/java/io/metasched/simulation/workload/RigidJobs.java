package io.metasched.simulation.workload;

import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.List;

/** Generator of rigid jobs in the form of a log. */
public interface RigidJobs {

  /** Generates the jobs, numbered from 1 in order of submission. */
  List<TraceJob> generate(Seeds seeds);
}
