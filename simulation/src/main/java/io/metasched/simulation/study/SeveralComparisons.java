package io.metasched.simulation.study;

import java.util.List;

/**
 * Comparison of several results, each with the first.
 *
 * @param names names of the results, the baseline first
 * @param others comparison of each of the other results with the first, in the order of the results
 */
public record SeveralComparisons(List<String> names, List<Comparison> others)
    implements Comparison {
  public SeveralComparisons {
    names = List.copyOf(names);
    others = List.copyOf(others);
  }
}
