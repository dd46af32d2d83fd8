package io.metasched.simulation.study;

import java.util.List;

/**
 * Two simulations, policy by policy.
 *
 * @param runs one for each policy that both ran; or the only one of each, whatever their names
 * @param onlyFirst policies that only the first ran
 * @param onlySecond policies that only the second ran
 */
public record SimulationComparison(
    List<RunComparison> runs, List<String> onlyFirst, List<String> onlySecond)
    implements Comparison {
  /** Copies the lists. */
  public SimulationComparison {
    runs = List.copyOf(runs);
    onlyFirst = List.copyOf(onlyFirst);
    onlySecond = List.copyOf(onlySecond);
  }
}
