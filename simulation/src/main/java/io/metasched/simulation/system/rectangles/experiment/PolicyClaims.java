package io.metasched.simulation.system.rectangles.experiment;

import io.metasched.simulation.study.Claim;
import io.metasched.simulation.study.ObservedValues;
import io.metasched.simulation.study.Paired;
import java.util.List;
import java.util.Locale;

/** What the paper says of its policies, at each of some points. */
final class PolicyClaims {
  private static final String FIRST_FIT = "ff";
  private static final String PE_BEST = "pe-best";
  private static final String PE_WORST = "pe-worst";
  private static final String DURATION_BEST = "duration-best";
  private static final String DURATION_WORST = "duration-worst";
  private static final String PE_DURATION_BEST = "pe-duration-best";
  private static final String PE_DURATION_WORST = "pe-duration-worst";

  private static final double NEAR = 0.7;
  private static final double PAIR_NEAR = 1.2;
  private static final double WIDEST = 0.5;

  private final List<PolicyPoint> points;
  private final ObservedValues measured;

  PolicyClaims(PolicyPoints points, ObservedValues measured) {
    this.points = points.points();
    this.measured = measured;
  }

  /** The acceptance of each policy falls from point to point. */
  Claim acceptanceFalls(String id, String text) {
    var paired = new Paired(measured);
    for (var policy : PolicyPoints.POLICIES) {
      for (int i = 1; i < points.size(); i++) {
        paired.less(points.get(i).acceptance(policy), points.get(i - 1).acceptance(policy));
      }
    }
    return paired.closest(id, text);
  }

  /** The slowdown of each policy rises from point to point. */
  Claim slowdownRises(String id, String text) {
    var paired = new Paired(measured);
    for (var policy : PolicyPoints.POLICIES) {
      for (int i = 1; i < points.size(); i++) {
        paired.less(points.get(i - 1).slowdown(policy), points.get(i).slowdown(policy));
      }
    }
    return paired.closest(id, text);
  }

  /** No policy accepts more than PE worst fit. */
  Claim worstFitIsBest() {
    var paired = new Paired(measured);
    for (var point : points) {
      for (var policy : PolicyPoints.POLICIES) {
        if (!policy.equals(PE_WORST)) {
          paired.notMore(point.acceptance(policy), point.acceptance(PE_WORST));
        }
      }
    }
    return paired.closest(
        "pe-worst-fit-best-acceptance", "No policy accepts more requests than PE worst fit.");
  }

  /** First fit has less slowdown than each other policy. */
  Claim firstFitWaitsLeast() {
    var paired = new Paired(measured);
    for (var point : points) {
      for (var policy : PolicyPoints.POLICIES) {
        if (!policy.equals(FIRST_FIT)) {
          paired.less(point.slowdown(FIRST_FIT), point.slowdown(policy));
        }
      }
    }
    return paired.closest("first-fit-least-slowdown", "First fit has the least slowdown.");
  }

  /** How the policies are ordered by acceptance, but for the best one. */
  List<Claim> order() {
    return List.of(
        near("pe-worst-near-duration-best", PE_WORST, DURATION_BEST, NEAR),
        near("pedu-pair-near", PE_DURATION_BEST, PE_DURATION_WORST, PAIR_NEAR),
        near("pe-best-near-duration-worst", PE_BEST, DURATION_WORST, NEAR),
        above(
            "pe-best-below-first-fit",
            "PE best fit accepts fewer requests than first fit.",
            FIRST_FIT,
            List.of(PE_BEST)),
        aboveFirstFit());
  }

  private Claim near(String id, String one, String other, double within) {
    var paired = new Paired(measured);
    for (var point : points) {
      paired.near(point.acceptance(one), point.acceptance(other), within);
    }
    return paired.closest(
        id,
        String.format(
            Locale.ROOT,
            "The acceptance of %s and of %s differs by at most %s points.",
            one,
            other,
            within));
  }

  private Claim above(String id, String text, String higher, List<String> lower) {
    var paired = new Paired(measured);
    for (var point : points) {
      lower.forEach(policy -> paired.less(point.acceptance(policy), point.acceptance(higher)));
    }
    return paired.closest(id, text);
  }

  private Claim aboveFirstFit() {
    var paired = new Paired(measured);
    for (var point : points) {
      for (var policy : List.of(PE_WORST, DURATION_BEST, PE_DURATION_BEST, PE_DURATION_WORST)) {
        paired.less(point.acceptance(FIRST_FIT), point.acceptance(policy));
      }
    }
    return paired.closest(
        "all-others-above-first-fit",
        "All policies but PE best fit and duration worst fit accept more requests than first fit.");
  }

  /** Whether there are enough replications: no interval is wider than half a point to each side. */
  Claim isPrecise() {
    double widest = 0;
    var where = "";
    for (var point : points) {
      for (var policy : PolicyPoints.POLICIES) {
        var cell = point.acceptance(policy);
        double width = measured.estimate(cell.row(), cell.column()).ci95();
        if (!(width <= widest)) {
          widest = width;
          where = cell.row();
        }
      }
    }
    return new Claim(
        "acceptance-within-half-a-point",
        "Each acceptance is known within half a point, by its 95 % interval.",
        widest < WIDEST,
        String.format(Locale.ROOT, "the widest is +- %.2f, of %s", widest, where));
  }
}
