package io.metasched.simulation.study;

import io.metasched.simulation.study.Claim.Finding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Sentences that compare cells, decided by the 95 % confidence intervals of their paired
 * differences over the replications. A sentence is true where all its comparisons are, false where
 * one is.
 */
public final class Paired {
  private final ObservedValues measured;
  private final List<Compared> all = new ArrayList<>();

  /**
   * A comparison.
   *
   * @param margin how far the interval is from contradicting it; negative where it does
   */
  private record Compared(Finding finding, double margin, String text) {}

  public Paired(ObservedValues measured) {
    this.measured = measured;
  }

  /** One is less: true or false where the interval lies on one side of 0, undecided elsewhere. */
  public Paired less(Series one, Series than) {
    return lessThanShare(one, 1, than);
  }

  /**
   * One is less than a share of the other, decided in the same way.
   *
   * @param share factor of the other's values
   */
  public Paired lessThanShare(Series one, double share, Series than) {
    var found = measured.difference(one, share, than);
    var finding =
        found.least() >= 0 ? Finding.FALSE : found.most() < 0 ? Finding.TRUE : Finding.UNDECIDED;
    return add(finding, -found.most(), one, than);
  }

  /** One is no more: false where the interval contradicts it, true elsewhere. */
  public Paired notMore(Series one, Series than) {
    double least = measured.difference(one, than).least();
    return add(Finding.of(!(least > 0)), -least, one, than);
  }

  /**
   * They differ by no more than this: true or false where the interval lies on one side of it,
   * undecided elsewhere.
   */
  public Paired near(Series one, Series other, double within) {
    var found = measured.difference(one, other);
    double least = Math.max(found.least(), -found.most());
    double most = Math.max(found.most(), -found.least());
    var finding =
        least > within ? Finding.FALSE : most <= within ? Finding.TRUE : Finding.UNDECIDED;
    return add(finding, within - most, one, other);
  }

  /**
   * They differ by no more than a share of the other, to both sides.
   *
   * @param share from 0 to 1
   */
  public Paired nearShare(Series one, Series other, double share) {
    return lessThanShare(one, 1 + share, other).lessThanShare(other, 1 / (1 - share), one);
  }

  private Paired add(Finding finding, double margin, Series one, Series than) {
    var found = measured.difference(one, than);
    var text =
        "%s %s, %s %s, differing by %s +- %s"
            .formatted(
                one,
                ClaimFormat.number(measured.mean(one.row(), one.column())),
                than,
                ClaimFormat.number(measured.mean(than.row(), than.column())),
                ClaimFormat.number(found.mean()),
                ClaimFormat.number(found.ci95()));
    all.add(new Compared(finding, margin, text));
    return this;
  }

  private Finding finding() {
    return all.stream().map(Compared::finding).reduce(Finding.TRUE, Finding::and);
  }

  /** The sentence with what was found. */
  public Claim claim(String id, String text) {
    return new Claim(
        id, text, finding(), String.join("; ", all.stream().map(Compared::text).toList()));
  }

  /**
   * The sentence with how many comparisons there are, and the one that is nearest to being
   * contradicted, or contradicts it most.
   */
  public Claim closest(String id, String text) {
    var finding = finding();
    var closest =
        all.stream()
            .filter(compared -> compared.finding() == finding)
            .min(Comparator.comparingDouble(Compared::margin))
            .orElseThrow();
    long alike = all.stream().filter(compared -> compared.finding() == finding).count();
    return new Claim(
        id,
        text,
        finding,
        "%d of %d comparisons are %s, the closest: %s"
            .formatted(alike, all.size(), finding.label(), closest.text()));
  }
}
