package io.metasched.simulation.study;

import java.util.ArrayList;
import java.util.List;

/**
 * Builder of sentences that compare cells, decided by the 95 % confidence intervals of their paired
 * differences over the replications. A sentence holds if all its comparisons hold, and is
 * contradicted if one comparison is contradicted.
 */
public final class Paired {
  private final ObservedValues measured;
  private final List<Compared> all = new ArrayList<>();

  public Paired(ObservedValues measured) {
    this.measured = measured;
  }

  /** Adds the condition that {@code one} is less than {@code than}. */
  public Paired less(Series one, Series than) {
    return add(measured.difference(one, than), true, one, than);
  }

  /** Adds the condition that both differ by at most {@code within}. */
  public Paired near(Series one, Series other, double within) {
    var found = measured.difference(one, other);
    var beyond = new Estimate(Math.abs(found.mean()) - within, found.ci95(), found.count());
    return add(beyond, false, one, other);
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
