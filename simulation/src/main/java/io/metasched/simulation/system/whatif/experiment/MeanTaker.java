package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.experiment.RunTaker;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;

/**
 * Recorder of means over all runs of a replication.
 *
 * @param observations observations of the replication
 * @param each adds a run to the means
 * @param means means so far
 */
record MeanTaker(Observations observations, Adder each, MeanCells means)
    implements RunTaker<WindowPoint, WhatIfRun> {

  /** Function that adds a run to means. */
  @FunctionalInterface
  interface Adder {
    void add(WindowPoint point, String method, WhatIfRun run, MeanCells means);
  }

  MeanTaker(Observations observations, Adder each) {
    this(observations, each, new MeanCells());
  }

  @Override
  public void take(WindowPoint point, String method, WhatIfRun run) {
    each.add(point, method, run, means);
  }

  @Override
  public void end() {
    means.observe(observations);
  }
}
