package io.metasched.simulation.system.cyclic.metric;

import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Ticks;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * Finished workflows of a run: all their jobs have finished.
 *
 * @param finished workflows in any order
 */
record WorkflowGroup(List<Finished> finished) {
  WorkflowGroup {
    finished = List.copyOf(finished);
  }

  /** Finished workflow. */
  record Finished(long makespanTicks, long costMilli) {}

  private static final class Sum {
    private int jobs;
    private long end;
    private long costMilli;
  }

  static WorkflowGroup of(CyclicRun run) {
    var sums = new TreeMap<Integer, Sum>();
    var sumOf = new TreeMap<JobId, Sum>();
    for (var job : run.jobs()) {
      if (job.workflow() >= 0 && job.outcome() == JobStatus.FINISHED) {
        var sum = sums.computeIfAbsent(job.workflow(), number -> new Sum());
        sum.jobs++;
        sumOf.put(job.job().id(), sum);
      }
    }
    for (var part : run.placements()) {
      var sum = sumOf.get(part.job());
      if (sum != null) {
        sum.end = Math.max(sum.end, part.realEnd());
        sum.costMilli += part.costMilli();
      }
    }
    var finished = new ArrayList<Finished>();
    for (var row : run.workflows()) {
      var sum = sums.get(row.workflow());
      if (sum != null && sum.jobs == row.jobs()) {
        finished.add(new Finished(sum.end - row.submitTick(), sum.costMilli));
      }
    }
    return new WorkflowGroup(finished);
  }

  int count() {
    return finished.size();
  }

  /** Returns the mean time from the submission to the last real end; NaN without workflows. */
  double meanMakespan() {
    return mean(Finished::makespanTicks);
  }

  /** Returns the mean cost of the windows; NaN without workflows. */
  double meanCost() {
    return mean(Finished::costMilli);
  }

  private double mean(ToLongFunction<Finished> thousandths) {
    return finished.stream().mapToLong(thousandths).average().orElse(Double.NaN) / Ticks.PER_UNIT;
  }
}
