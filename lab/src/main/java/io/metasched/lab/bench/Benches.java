package io.metasched.lab.bench;

import io.metasched.lab.bench.broker.BrokerTableBench;
import io.metasched.lab.bench.cyclic.ActorsBench;
import io.metasched.lab.bench.cyclic.ChoiceBench;
import io.metasched.lab.bench.cyclic.CycleBench;
import io.metasched.lab.bench.cyclic.ScalingBench;
import io.metasched.lab.bench.cyclic.WindowSearchBench;
import io.metasched.lab.bench.cyclic.WorkflowBench;
import io.metasched.lab.bench.rectangles.RectanglesBench;
import io.metasched.lab.bench.replay.ReplayBench;
import io.metasched.lab.bench.whatif.WhatIfBench;
import java.util.List;

/** Registry of the benches. */
public final class Benches {
  private Benches() {}

  /**
   * Returns new instances of all benches, in the order of {@code bench list}. A bench holds its
   * options, so instances are not shared.
   */
  public static List<Bench> all() {
    return List.of(
        new ActorsBench(),
        new BrokerTableBench(),
        new CycleBench(),
        new ChoiceBench(),
        new ProfileBench(),
        new RectanglesBench(),
        new ReplayBench(),
        new ScalingBench(),
        new WindowSearchBench(),
        new WhatIfBench(),
        new WorkflowBench());
  }
}
