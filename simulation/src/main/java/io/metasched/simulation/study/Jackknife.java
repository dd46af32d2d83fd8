package io.metasched.simulation.study;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * Jackknife: intervals for a number that is computed from the means of many series but is not
 * itself a mean.
 *
 * <p>Each replication gets a pseudo-value: n times the number over all n replications, minus n - 1
 * times the number over the others. The pseudo-values are treated like observations: their mean is
 * the number corrected for bias, to the first order, and their Student's interval is the interval
 * of the number (Tukey). For a mean, the pseudo-values are the observations themselves.
 */
public final class Jackknife {
  /** Value that means that no replication is omitted. */
  public static final int NONE = -1;

  private Jackknife() {}

  /**
   * Returns the pseudo-values, by replication.
   *
   * @param replications number of replications, at least 1; for a single one, the result is the
   *     number itself
   * @param without function of an omitted replication, or {@link #NONE} for none, to the number
   */
  public static double[] pseudoValues(int replications, IntToDoubleFunction without) {
    double all = without.applyAsDouble(NONE);
    var values = new double[replications];
    if (replications == 1) {
      values[0] = all;
      return values;
    }
    Arrays.setAll(values, i -> replications * all - (replications - 1) * without.applyAsDouble(i));
    return values;
  }
}
