package io.metasched.simulation.study;

import io.metasched.simulation.study.Claim.Finding;
import java.util.ArrayList;
import java.util.List;

/**
 * Sentences that compare cells, decided by the 95 % confidence intervals of their paired
 * differences over the replications. A sentence is true where all its comparisons are, false where
 * one is.
 */
public final class Paired {
  private final ObservedValues measured;
  private final List<String> figures = new ArrayList<>();
  private Finding finding = Finding.TRUE;

  public Paired(ObservedValues measured) {
    this.measured = measured;
  }

  /** One is less: true or false where the interval lies on one side of 0, undecided elsewhere. */
  public Paired less(Series one, Series than) {
    var found = measured.difference(one, than);
    if (found.least() >= 0) {
      finding = finding.and(Finding.FALSE);
    } else if (!(found.most() < 0)) {
      finding = finding.and(Finding.UNDECIDED);
    }
    return describe(one, than);
  }

  /** One is no more: false where the interval contradicts it, true elsewhere. */
  public Paired notMore(Series one, Series than) {
    if (measured.difference(one, than).least() > 0) {
      finding = Finding.FALSE;
    }
    return describe(one, than);
  }

  private Paired describe(Series one, Series than) {
    var found = measured.difference(one, than);
    figures.add(
        "%s %s, %s %s, differing by %s +- %s"
            .formatted(
                one,
                ClaimFormat.number(measured.mean(one.row(), one.column())),
                than,
                ClaimFormat.number(measured.mean(than.row(), than.column())),
                ClaimFormat.number(found.mean()),
                ClaimFormat.number(found.ci95())));
    return this;
  }

  /** The sentence with what was found. */
  public Claim claim(String id, String text) {
    return new Claim(id, text, finding, String.join("; ", figures));
  }
}
