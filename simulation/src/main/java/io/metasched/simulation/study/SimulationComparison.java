package io.metasched.simulation.study;

import java.util.List;

/**
 * Comparison of two simulations, policy by policy.
 *
 * @param runs a comparison for each policy that both ran; or, if each ran a single policy, a
 *     comparison of these two, even if their names differ
 * @param onlyFirst policies that only the first ran
 * @param onlySecond policies that only the second ran
 */
public record SimulationComparison(
    List<RunComparison> runs, List<String> onlyFirst, List<String> onlySecond)
    implements Comparison {
  public SimulationComparison {
    runs = List.copyOf(runs);
    onlyFirst = List.copyOf(onlyFirst);
    onlySecond = List.copyOf(onlySecond);
  }
}
