package io.metasched.simulation.study;

import java.util.List;

/**
 * Several results, each compared with the first.
 *
 * @param names what the results are called, the first being the baseline
 * @param others a comparison for each of the others with the first, in their order
 */
public record SeveralComparisons(List<String> names, List<Comparison> others)
    implements Comparison {
  /** Copies the lists. */
  public SeveralComparisons {
    names = List.copyOf(names);
    others = List.copyOf(others);
  }
}
