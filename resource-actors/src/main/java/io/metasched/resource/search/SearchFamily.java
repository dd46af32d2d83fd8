package io.metasched.resource.search;

import io.metasched.resource.model.Criterion;

/** Which search serves which criterion: all {@code exact}, or all as {@code published}. */
public final class SearchFamily {
  private final boolean exact;
  private final long stepLimit;

  private SearchFamily(boolean exact, long stepLimit) {
    this.exact = exact;
    this.stepLimit = stepLimit;
  }

  /** The exact searches, with a limit on the steps of those that branch. */
  public static SearchFamily exact(long stepLimit) {
    return new SearchFamily(true, stepLimit);
  }

  public static SearchFamily published() {
    return new SearchFamily(false, 1);
  }

  public WindowSearch by(Criterion criterion) {
    return exact ? WindowSearches.exact(criterion, stepLimit) : WindowSearches.published(criterion);
  }

  /**
   * Whether the search by that criterion may resume at the start it found last, as long as time is
   * only taken from the table.
   */
  public boolean resumes(Criterion criterion) {
    return exact && criterion == Criterion.START;
  }
}
