package io.metasched.simulation.rule;

/**
 * Student's t distribution by numerical integration. With t = sqrt(degrees) tan(a), the density is
 * proportional to cos(a) to the power of degrees - 1. The unit of a is 1/sqrt(degrees), in which
 * the density is about equally wide for any number of degrees.
 */
public final class StudentShare {
  private static final int STEPS = 4000; // even, for Simpson's rule
  private static final double FAR = 40; // the density is negligible beyond

  private StudentShare() {}

  /**
   * Returns the share of the distribution below a value.
   *
   * @param t value, not negative
   * @param degrees degrees of freedom, at least 1
   */
  public static double below(double t, int degrees) {
    double unit = Math.sqrt(degrees);
    double end = Math.min(FAR, unit * Math.PI / 2);
    double upTo = Math.min(end, unit * Math.atan(t / unit));
    return 0.5 + 0.5 * integral(upTo, degrees) / integral(end, degrees);
  }

  private static double integral(double end, int degrees) {
    double step = end / STEPS;
    double sum = density(0, degrees) + density(end, degrees);
    for (int i = 1; i < STEPS; i++) {
      sum += (i % 2 == 0 ? 2 : 4) * density(i * step, degrees);
    }
    return sum * step / 3;
  }

  private static double density(double angle, int degrees) {
    return Math.pow(Math.max(0, Math.cos(angle / Math.sqrt(degrees))), degrees - 1.0);
  }
}
