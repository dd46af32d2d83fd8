package io.metasched.simulation.bench;

/** Few linear equations, as least squares lead to. */
final class LeastSquares {
  private static final double NOTHING = 1e-12;

  private LeastSquares() {}

  /**
   * Solves n equations, each with its n factors and what it is equal to; they are lost. Gaussian
   * elimination with the greatest pivot of a column.
   *
   * @return the n unknowns; not a number where the equations do not tell them
   */
  static double[] solve(double[][] equations) {
    int n = equations.length;
    scale(equations);
    for (int column = 0; column < n; column++) {
      int pivot = column;
      for (int row = column + 1; row < n; row++) {
        if (Math.abs(equations[row][column]) > Math.abs(equations[pivot][column])) {
          pivot = row;
        }
      }
      var swapped = equations[pivot];
      equations[pivot] = equations[column];
      equations[column] = swapped;
      double greatest = swapped[column];
      for (int row = 0; row < n; row++) {
        if (row != column) {
          double factor =
              Math.abs(greatest) < NOTHING ? Double.NaN : equations[row][column] / greatest;
          for (int i = column; i <= n; i++) {
            equations[row][i] -= factor * swapped[i];
          }
        }
      }
    }
    var unknowns = new double[n];
    for (int i = 0; i < n; i++) {
      unknowns[i] = equations[i][n] / equations[i][i];
    }
    return unknowns;
  }

  /** Rows of very different size would make the test for 0 mean nothing. */
  private static void scale(double[][] equations) {
    for (var equation : equations) {
      double greatest = 0;
      for (int i = 0; i < equation.length - 1; i++) {
        greatest = Math.max(greatest, Math.abs(equation[i]));
      }
      for (int i = 0; i < equation.length && greatest > 0; i++) {
        equation[i] /= greatest;
      }
    }
  }
}
