package io.metasched.simulation.engine;

import io.metasched.simulation.engine.Course.Snapshot;

/** Tells how far a run has come: in cycles, or in jobs where the number of cycles is open. */
public final class RunProgress {
  private final World world;
  private final String policyName;
  private final Progress progress;

  public RunProgress(World world, String policyName, Progress progress) {
    this.world = world;
    this.policyName = policyName;
    this.progress = progress;
  }

  /** A job has got its fate. */
  public void jobDone(int done) {
    if (world.rules().runsUntilDone()) {
      progress.advanced(policyName, done, world.workload().jobs().size());
    }
  }

  /** An organization has taken the snapshot of a cycle, and so many jobs have their fate. */
  public void cycleTaken(Snapshot snapshot, int done) {
    progress.cycleTaken(policyName, snapshot.cycle());
    if (world.rules().runsUntilDone()) {
      jobDone(done);
    } else if (snapshot.vo() == world.rules().organizations() - 1) {
      progress.advanced(policyName, snapshot.cycle() + 1L, world.rules().cycles());
    }
  }
}
