package io.metasched.simulation.study;

/**
 * A paired difference of two policies, as differences.csv has it. Numbers that are not there are
 * NaN.
 *
 * @param place condition and column
 * @param policy the policy
 * @param than the baseline
 * @param mean of the policy, over the pairs
 * @param thanMean of the baseline, over the pairs
 * @param difference mean of the differences
 * @param ci95 half the width of its 95 % confidence interval; none for fewer than two pairs
 * @param count how many pairs there are
 * @param share the difference as a share of the size of the baseline's mean; none where that is 0
 */
public record DifferenceRow(
    Series place,
    String policy,
    String than,
    double mean,
    double thanMean,
    double difference,
    double ci95,
    int count,
    double share) {

  /** The row of a difference. */
  public static DifferenceRow of(PolicyDifference of) {
    var found = of.difference();
    return new DifferenceRow(
        new Series(of.condition(), of.column()),
        of.policy(),
        of.than(),
        found.second(),
        found.first(),
        found.change().mean(),
        found.change().ci95(),
        found.change().count(),
        found.relative());
  }
}
