package io.metasched.simulation.system.broker;

import io.metasched.simulation.workload.trace.TraceJob;
import java.util.ArrayList;
import java.util.List;

/**
 * Rigid job, split into parts that each fit on a node: as equal as possible, the larger ones first.
 * Limitation: each part is placed or refused separately, and the job does not wait in a queue.
 *
 * @param arrival submit time of the job, in ticks
 * @param lengthTicks duration of its parts
 * @param loads load of each part on its node, in per cent
 */
public record JobParts(long arrival, long lengthTicks, List<Integer> loads) {
  private static final int WHOLE = 100;

  public JobParts {
    loads = List.copyOf(loads);
  }

  /**
   * Splits a job into parts.
   *
   * @param isRequested whether the parts last as long as the user estimated; otherwise the recorded
   *     run time
   * @param nodeProcessors number of processors of a node
   * @param most maximum number of processors of a part, at least 1
   */
  public static JobParts of(TraceJob job, boolean isRequested, int nodeProcessors, int most) {
    int parts = (job.processors() + most - 1) / most;
    var loads = new ArrayList<Integer>();
    for (int part = 0; part < parts; part++) {
      int processors = job.processors() / parts + (part < job.processors() % parts ? 1 : 0);
      loads.add((WHOLE * processors + nodeProcessors - 1) / nodeProcessors);
    }
    return new JobParts(
        job.submitTicks(), isRequested ? job.estimateTicks() : job.runTicks(), loads);
  }

  /** Returns the maximum number of processors of a part. */
  public static int mostProcessors(int nodeProcessors, int mostLoad) {
    return nodeProcessors * mostLoad / WHOLE;
  }
}
