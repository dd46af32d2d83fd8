package io.metasched.simulation.study;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * The jackknife: intervals for a number that is computed from the means of many series, and is no
 * mean itself.
 *
 * <p>Each replication gets a pseudo-value, n times the number of all n replications less n - 1
 * times that of the others. They are treated like observations: their mean is the number without
 * its bias, to the first order, and Student's interval of them is its interval (Tukey). For a mean
 * they are the observations themselves.
 */
public final class Jackknife {
  /** In place of a replication that is left out, where none is. */
  public static final int NONE = -1;

  private Jackknife() {}

  /**
   * The pseudo-values, by replication.
   *
   * @param replications how many, at least 1; for a single one it is the number itself
   * @param without the number without a replication, or with all for {@link #NONE}
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
