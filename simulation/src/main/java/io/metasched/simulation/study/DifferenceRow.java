package io.metasched.simulation.study;

/**
 * Paired difference of two policies in differences.csv. Missing numbers are NaN.
 *
 * @param place condition and column
 * @param policy compared policy
 * @param than baseline
 * @param mean mean of the policy, over the pairs
 * @param thanMean mean of the baseline, over the pairs
 * @param difference mean of the differences
 * @param ci95 half the width of the 95 % confidence interval; missing for fewer than two pairs
 * @param count number of pairs
 * @param share difference as a share of the absolute mean of the baseline; missing if that is 0
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

  /** Creates the row of a difference. */
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
