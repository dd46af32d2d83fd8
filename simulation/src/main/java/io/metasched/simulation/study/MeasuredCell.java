package io.metasched.simulation.study;

/**
 * A measured cell.
 *
 * @param measure which, and what the paper says
 * @param ours what was measured
 */
public record MeasuredCell(Measure measure, Estimate ours) {

  public Verdict verdict() {
    if (measure.paper().isEmpty() || measure.tolerance().isEmpty()) {
      return Verdict.ORDER_ONLY;
    }
    double paper = measure.paper().getAsDouble();
    double allowed = measure.tolerance().getAsDouble() * Math.abs(paper);
    return Math.abs(ours.mean() - paper) <= allowed ? Verdict.WITHIN : Verdict.OUTSIDE;
  }
}
