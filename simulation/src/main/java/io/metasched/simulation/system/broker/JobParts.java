package io.metasched.simulation.system.broker;

import io.metasched.simulation.workload.trace.TraceJob;
import java.util.ArrayList;
import java.util.List;

/**
 * A rigid job as parts that each fit a node: as equal as can be, the larger ones first. What is
 * lost: each part is placed or refused for itself, and the job waits in no queue.
 *
 * @param arrival when the job is submitted
 * @param lengthTicks how long its parts last
 * @param loads what each part takes of a node, in per cent
 */
record JobParts(long arrival, long lengthTicks, List<Integer> loads) {
  private static final int WHOLE = 100;

  /** Copies the list. */
  JobParts {
    loads = List.copyOf(loads);
  }

  /**
   * The parts of a job.
   *
   * @param isRequested whether they last as the user estimated; else as the job ran
   * @param nodeProcessors processors of a node
   * @param most how many of them a part may take, at least 1
   */
  static JobParts of(TraceJob job, boolean isRequested, int nodeProcessors, int most) {
    int parts = (job.processors() + most - 1) / most;
    var loads = new ArrayList<Integer>();
    for (int part = 0; part < parts; part++) {
      int processors = job.processors() / parts + (part < job.processors() % parts ? 1 : 0);
      loads.add((WHOLE * processors + nodeProcessors - 1) / nodeProcessors);
    }
    return new JobParts(
        job.submitTicks(), isRequested ? job.estimateTicks() : job.runTicks(), loads);
  }

  /** The processors that a part may take at most. */
  static int mostProcessors(int nodeProcessors, int mostLoad) {
    return nodeProcessors * mostLoad / WHOLE;
  }
}
