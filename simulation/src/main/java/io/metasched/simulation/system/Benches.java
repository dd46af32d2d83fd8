package io.metasched.simulation.system;

import io.metasched.simulation.bench.Bench;
import io.metasched.simulation.bench.ProfileBench;
import io.metasched.simulation.system.broker.bench.BrokerTableBench;
import io.metasched.simulation.system.cyclic.bench.ActorsBench;
import io.metasched.simulation.system.cyclic.bench.ChoiceBench;
import io.metasched.simulation.system.cyclic.bench.CycleBench;
import io.metasched.simulation.system.cyclic.bench.ScalingBench;
import io.metasched.simulation.system.cyclic.bench.WindowSearchBench;
import io.metasched.simulation.system.rectangles.bench.RectanglesBench;
import io.metasched.simulation.system.replay.bench.ReplayBench;
import io.metasched.simulation.system.whatif.bench.WhatIfBench;
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
        new WhatIfBench());
  }
}
