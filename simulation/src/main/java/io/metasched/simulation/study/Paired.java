package io.metasched.simulation.study;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Builder of sentences that compare cells, decided by the 95 % confidence intervals of their paired
 * differences over the replications. A sentence holds if all its comparisons do, and is
 * contradicted if one is.
 */
public final class Paired {
  private final ObservedValues measured;
  private final List<Compared> all = new ArrayList<>();

  public Paired(ObservedValues measured) {
    this.measured = measured;
  }

  /** Adds the condition that {@code one} is less than {@code than}. */
  public Paired less(Series one, Series than) {
    return lessThanShare(one, 1, than);
  }

  /**
   * Adds the condition that {@code one} is less than {@code share} times {@code than}.
   *
   * @param share factor of the values of {@code than}
   */
  public Paired lessThanShare(Series one, double share, Series than) {
    return add(measured.difference(one, share, than), true, one, than);
  }

  /** Adds the condition that {@code one} is not more than {@code than}; equal values confirm it. */
  public Paired notMore(Series one, Series than) {
    return add(measured.difference(one, than), false, one, than);
  }

  /** Adds the condition that both differ by at most {@code within}. */
  public Paired near(Series one, Series other, double within) {
    var found = measured.difference(one, other);
    var beyond = new Estimate(Math.abs(found.mean()) - within, found.ci95(), found.count());
    return add(beyond, false, one, other);
  }

  /**
   * Adds the condition that both differ by at most a share of the other, in either direction.
   *
   * @param share maximum difference as a share, from 0 to 1
   */
  public Paired nearShare(Series one, Series other, double share) {
    return lessThanShare(one, 1 + share, other).lessThanShare(other, 1 / (1 - share), one);
  }

  /** Adds the condition that each row is less than the next in a column. */
  public Paired rises(List<String> rows, String column) {
    for (int i = 1; i < rows.size(); i++) {
      less(new Series(rows.get(i - 1), column), new Series(rows.get(i), column));
    }
    return this;
  }

  /** Adds the condition that each row is more than the next in a column. */
  public Paired falls(List<String> rows, String column) {
    var backwards = new ArrayList<>(rows);
    Collections.reverse(backwards);
    return rises(backwards, column);
  }

  private Paired add(Estimate difference, boolean strict, Series one, Series than) {
    var text =
        "%s %s, %s %s"
            .formatted(
                one,
                ClaimFormat.number(measured.mean(one.row(), one.column())),
                than,
                ClaimFormat.number(measured.mean(than.row(), than.column())));
    all.add(Compared.of(difference, strict, text));
    return this;
  }

  /** Returns the sentence with its verdict. */
  public Claim claim(String id, String text) {
    var finding = Compared.all(all);
    return new Claim(id, text, finding, Compared.figures(all, finding));
  }
}
