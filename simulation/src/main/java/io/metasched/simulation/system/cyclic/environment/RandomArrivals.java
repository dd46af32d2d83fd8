package io.metasched.simulation.system.cyclic.environment;

import io.metasched.resource.model.Ticks;
import io.metasched.resource.owner.LocalArrivals;
import java.util.function.ToLongFunction;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;

/** Local jobs that arrive on one node at exponential intervals. */
final class RandomArrivals implements LocalArrivals {
  private final UniformRandomProvider random;
  private final ZigguratSampler.Exponential gaps;
  private final double meanGapUnits;
  private final ToLongFunction<UniformRandomProvider> lengthUnits;
  private long tick;
  private long lengthTicks;

  RandomArrivals(
      UniformRandomProvider random,
      double meanGapUnits,
      ToLongFunction<UniformRandomProvider> lengthUnits) {
    this.random = random;
    this.meanGapUnits = meanGapUnits;
    this.lengthUnits = lengthUnits;
    gaps = ZigguratSampler.Exponential.of(random);
  }

  @Override
  public boolean advance() {
    if (Double.isInfinite(meanGapUnits)) {
      return false;
    }
    tick += Math.max(1, Math.round(gaps.sample() * meanGapUnits * Ticks.PER_UNIT));
    lengthTicks = lengthUnits.applyAsLong(random) * Ticks.PER_UNIT;
    return true;
  }

  @Override
  public long tick() {
    return tick;
  }

  @Override
  public long lengthTicks() {
    return lengthTicks;
  }
}
