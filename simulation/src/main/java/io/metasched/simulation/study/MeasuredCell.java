package io.metasched.simulation.study;

/**
 * Measured cell.
 *
 * @param measure cell, with its published value
 * @param ours measured value
 * @param isShare whether the values are shares, which are shown in percent
 */
public record MeasuredCell(Measure measure, Estimate ours, boolean isShare) {
  public Verdict verdict() {
    if (measure.paper().isEmpty() || measure.tolerance().isEmpty()) {
      return Verdict.ORDER_ONLY;
    }
    double paper = measure.paper().getAsDouble();
    double allowed = measure.tolerance().getAsDouble() * Math.abs(paper);
    return Math.abs(ours.mean() - paper) <= allowed ? Verdict.WITHIN : Verdict.OUTSIDE;
  }
}
