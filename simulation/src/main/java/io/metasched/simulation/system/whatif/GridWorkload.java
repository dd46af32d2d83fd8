package io.metasched.simulation.system.whatif;

import java.util.List;

/**
 * What clusters and the reservation service get. A job's index is its number for the clusters; the
 * numbers of requests follow.
 *
 * @param jobs by (submit, id)
 * @param requests by (submit, id)
 */
public record GridWorkload(List<LocalJob> jobs, List<FlexibleRequest> requests) {
  /** Copies the lists. */
  public GridWorkload {
    jobs = List.copyOf(jobs);
    requests = List.copyOf(requests);
  }

  /** The same jobs alone. */
  GridWorkload withoutRequests() {
    return new GridWorkload(jobs, List.of());
  }

  /** The index of a request by its number. */
  int indexOf(int number) {
    return number - jobs.size();
  }
}
