package io.metasched.simulation.workload;

import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.trace.TraceJob;
import java.util.List;

/** A generator of rigid jobs, in the form in which logs have them. */
public interface RigidJobs {

  /** Generates the jobs, numbered from 1, by submission. */
  List<TraceJob> generate(Seeds seeds);
}
