package io.metasched.service.site.slurm;

import io.metasched.service.site.SiteException;

/** Query to Slurm. */
interface SlurmQuery<T> {
  T make() throws SlurmException;

  /**
   * Returns the answer to a query.
   *
   * @throws SiteException if Slurm refuses the query or does not answer
   */
  static <T> T answer(SlurmQuery<T> query) throws SiteException {
    try {
      return query.make();
    } catch (SlurmException e) {
      throw new SiteException(String.valueOf(e.getMessage()), e);
    }
  }
}
