package io.metasched.simulation.system.cyclic.model;

import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.cyclic.model.EventSchedule.Snapshot;

/** Reporter of a run's progress: in cycles, or in jobs if the number of cycles is not fixed. */
public record RunProgress(CyclicInstance instance, String policyName, Progress progress) {

  /** Reports that another job has an outcome; {@code done} jobs have an outcome in total. */
  public void jobDone(int done) {
    if (instance.rules().runsUntilDone()) {
      progress.advanced(policyName, done, instance.workload().jobs().size());
    }
  }

  /**
   * Reports that an organization has taken the snapshot of a cycle, and that {@code done} jobs have
   * an outcome.
   */
  public void cycleTaken(Snapshot snapshot, int done) {
    progress.cycleTaken(policyName, snapshot.cycle());
    if (instance.rules().runsUntilDone()) {
      jobDone(done);
    } else if (snapshot.vo() == instance.rules().organizations() - 1) {
      progress.advanced(policyName, snapshot.cycle() + 1L, instance.rules().cycles());
    }
  }
}
