package io.metasched.simulation.study;

import io.metasched.simulation.study.Claim.Finding;
import java.util.Comparator;
import java.util.List;

/**
 * Comparison of cells, decided by the 95 % confidence interval of a difference.
 *
 * @param finding verdict of the interval
 * @param difference difference of the sides; negative if the comparison holds
 * @param text cells with their values
 */
record Compared(Finding finding, Estimate difference, String text) {
  private static final int MOST_SHOWN = 3;

  /**
   * Decides a comparison.
   *
   * @param difference difference of the sides; negative if the comparison holds
   * @param strict whether a difference of zero contradicts the comparison
   */
  static Compared of(Estimate difference, boolean strict, String text) {
    boolean isMet = strict ? difference.most() < 0 : difference.most() <= 0;
    boolean isBroken = strict ? difference.least() >= 0 : difference.least() > 0;
    var finding = isMet ? Finding.HOLDS : isBroken ? Finding.CONTRADICTED : Finding.UNDECIDED;
    return new Compared(finding, difference, text);
  }

  /**
   * Returns whether all comparisons hold: contradicted if one is contradicted, otherwise undecided
   * if one is undecided.
   */
  static Finding all(List<Compared> comparisons) {
    return comparisons.stream().map(Compared::finding).reduce(Finding.HOLDS, Finding::and);
  }

  /** Returns whether more than half of the comparisons hold, if their intervals decide that. */
  static Finding most(List<Compared> comparisons) {
    if (2 * count(comparisons, Finding.HOLDS) > comparisons.size()) {
      return Finding.HOLDS;
    }
    return 2 * count(comparisons, Finding.CONTRADICTED) >= comparisons.size()
        ? Finding.CONTRADICTED
        : Finding.UNDECIDED;
  }

  private static long count(List<Compared> comparisons, Finding finding) {
    return comparisons.stream().filter(one -> one.finding() == finding).count();
  }

  /**
   * Returns the numbers of the comparisons if there are few; otherwise their counts and the closest
   * comparison with the given finding.
   */
  static String figures(List<Compared> comparisons, Finding finding) {
    if (comparisons.size() <= MOST_SHOWN) {
      return String.join("; ", comparisons.stream().map(Compared::figures).toList());
    }
    var closest =
        comparisons.stream()
            .filter(one -> one.finding() == finding)
            .min(Comparator.comparingDouble(one -> Math.abs(one.difference().mean())))
            .orElse(comparisons.get(0));
    return "%d of %d comparisons hold, %d are contradicted; the closest that %s: %s"
        .formatted(
            count(comparisons, Finding.HOLDS),
            comparisons.size(),
            count(comparisons, Finding.CONTRADICTED),
            switch (closest.finding()) {
              case HOLDS -> "holds";
              case CONTRADICTED -> "is contradicted";
              case UNDECIDED -> "is undecided";
            },
            closest.figures());
  }

  private String figures() {
    if (Double.isNaN(difference.ci95())) {
      return "%s: difference %s in one replication, which has no confidence interval"
          .formatted(text, ClaimFormat.number(difference.mean()));
    }
    var figures =
        "%s: difference %s +- %s"
            .formatted(
                text, ClaimFormat.number(difference.mean()), ClaimFormat.number(difference.ci95()));
    return finding == Finding.UNDECIDED
        ? "%s, where one of more than %s would decide"
            .formatted(figures, ClaimFormat.number(difference.ci95()))
        : figures;
  }
}
