package io.metasched.simulation.study;

/** Fit of y = c x^e, by least squares of the logarithms. */
public final class PowerLaw {
  private PowerLaw() {}

  /**
   * Returns the exponent e.
   *
   * @param x positive values, at least two of them different
   * @param y positive values, as many as {@code x}
   */
  public static double exponent(double[] x, double[] y) {
    double meanX = meanLog(x);
    double meanY = meanLog(y);
    double products = 0;
    double squares = 0;
    for (int i = 0; i < x.length; i++) {
      double fromMean = Math.log(x[i]) - meanX;
      products += fromMean * (Math.log(y[i]) - meanY);
      squares += fromMean * fromMean;
    }
    return products / squares;
  }

  private static double meanLog(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += Math.log(value);
    }
    return sum / values.length;
  }
}
