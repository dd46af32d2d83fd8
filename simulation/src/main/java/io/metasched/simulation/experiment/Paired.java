package io.metasched.simulation.experiment;

import io.metasched.simulation.experiment.Claim.Finding;
import io.metasched.simulation.replication.Measurements;
import io.metasched.simulation.replication.Series;
import java.util.ArrayList;
import java.util.List;

/**
 * Sentences that compare cells, decided by the 95 % confidence intervals of their paired
 * differences over the replications. A sentence is true where all its comparisons are, false where
 * one is.
 */
final class Paired {
  private final Measurements measured;
  private final List<String> figures = new ArrayList<>();
  private Finding finding = Finding.TRUE;

  Paired(Measurements measured) {
    this.measured = measured;
  }

  /** One is less: true or false where the interval lies on one side of 0, undecided elsewhere. */
  Paired less(Series one, Series than) {
    var found = measured.difference(one, than);
    if (found.least() >= 0) {
      finding = finding.and(Finding.FALSE);
    } else if (!(found.most() < 0)) {
      finding = finding.and(Finding.UNDECIDED);
    }
    return tell(one, than);
  }

  /** One is no more: false where the interval contradicts it, true elsewhere. */
  Paired notMore(Series one, Series than) {
    if (measured.difference(one, than).least() > 0) {
      finding = Finding.FALSE;
    }
    return tell(one, than);
  }

  private Paired tell(Series one, Series than) {
    var found = measured.difference(one, than);
    figures.add(
        "%s %s, %s %s, differing by %s +- %s"
            .formatted(
                one,
                Shares.number(measured.mean(one.row(), one.column())),
                than,
                Shares.number(measured.mean(than.row(), than.column())),
                Shares.number(found.mean()),
                Shares.number(found.ci95())));
    return this;
  }

  /** The sentence with what was found. */
  Claim claim(String id, String text) {
    return new Claim(id, text, finding, String.join("; ", figures));
  }
}
