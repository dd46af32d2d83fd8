package io.metasched.simulation.system.cyclic.environment;

import io.metasched.resource.model.Span;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.owner.LocalArrivals;
import io.metasched.simulation.random.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ListSampler;
import org.apache.commons.statistics.distribution.HypergeometricDistribution;

/**
 * Generated local load of owners: static tasks, which are known when a block of time is opened, and
 * arriving jobs.
 *
 * <p>Static load of a node in a block of T units takes a share base + spread x H / 10 of the time,
 * with H hypergeometric (population 20, 10 successes, 10 draws). It consists of tasks of uniform
 * whole length; the last task is cut. The idle time is cut at uniform points and put between the
 * tasks. Arriving jobs have exponential intervals, whose mean gives the dynamic share of load.
 *
 * <p>Source: the cyclic scheduling paper, section 5; the numbers are calibrated (docs/sources.md).
 *
 * @param settings shares and lengths
 * @param loadedNodes whether a node has any local load, by node id
 */
public record LocalLoad(Settings settings, List<Boolean> loadedNodes, Seeds seeds)
    implements LocalWork {
  private static final HypergeometricDistribution LEVELS =
      HypergeometricDistribution.of(20, 10, 10);

  /**
   * Parameters of local load.
   *
   * @param base minimum share of static load, 0 to 1
   * @param spread maximum share of static load beyond the base, 0 to 1
   * @param dynamicShare mean share of arriving load, 0 to below 1
   * @param leastUnits minimum length of a task in units, at least 1
   * @param mostUnits maximum length of a task in units
   */
  public record Settings(
      double base, double spread, double dynamicShare, long leastUnits, long mostUnits) {}

  public LocalLoad {
    loadedNodes = List.copyOf(loadedNodes);
  }

  @Override
  public List<Span> staticLoad(int node, Span block) {
    if (!loadedNodes.get(node)) {
      return List.of();
    }
    var random = seeds.generator("static-load-" + node, block.start());
    long units = block.lengthTicks() / Ticks.PER_UNIT;
    double share = settings.base() + settings.spread() * LEVELS.createSampler(random).sample() / 10;
    var lengths = taskLengths(random, Math.min(units, Math.round(share * units)));
    var cuts = cuts(random, lengths.size(), units - lengths.stream().mapToLong(l -> l).sum());
    var tasks = new ArrayList<Span>(lengths.size());
    long busy = 0;
    for (int i = 0; i < lengths.size(); i++) {
      long start = block.start() + (cuts[i] + busy) * Ticks.PER_UNIT;
      tasks.add(Span.of(start, lengths.get(i) * Ticks.PER_UNIT));
      busy += lengths.get(i);
    }
    return tasks;
  }

  private List<Long> taskLengths(UniformRandomProvider random, long target) {
    var lengths = new ArrayList<Long>();
    long sum = 0;
    while (sum < target) {
      long length = Math.min(taskLength(random), target - sum);
      lengths.add(length);
      sum += length;
    }
    ListSampler.shuffle(random, lengths);
    return lengths;
  }

  private long taskLength(UniformRandomProvider random) {
    return random.nextLong(settings.leastUnits(), settings.mostUnits() + 1);
  }

  private static long[] cuts(UniformRandomProvider random, int count, long idle) {
    var cuts = new long[count];
    for (int i = 0; i < count; i++) {
      cuts[i] = (long) Math.floor(random.nextDouble() * (idle + 1));
    }
    Arrays.sort(cuts);
    return cuts;
  }

  @Override
  public LocalArrivals arrivals(int node) {
    boolean any = loadedNodes.get(node) && settings.dynamicShare() > 0;
    double meanLength = (settings.leastUnits() + settings.mostUnits()) / 2.0;
    double meanGap = any ? meanLength / settings.dynamicShare() : Double.POSITIVE_INFINITY;
    return new RandomArrivals(seeds.generator("local-arrivals", node), meanGap, this::taskLength);
  }
}
