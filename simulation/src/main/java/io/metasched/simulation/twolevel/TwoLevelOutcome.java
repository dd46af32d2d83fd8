package io.metasched.simulation.twolevel;

import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationAnswer;
import java.util.List;
import java.util.Optional;

/**
 * What became of the jobs of a replay; all lists are in the order of the jobs.
 *
 * @param jobs by (submit, id)
 * @param placements where each ran; empty for a refused reservation
 * @param promises the reservation each was given; empty for batch jobs and the refused
 * @param refusals why a request for a reservation was refused; empty for all others
 * @param providers how many providers there are
 * @param processors how many processors each has
 */
public record TwoLevelOutcome(
    List<GridJob> jobs,
    List<Optional<Placement>> placements,
    List<Optional<Reservation>> promises,
    List<Optional<ReservationAnswer.Reason>> refusals,
    int providers,
    int processors) {

  /** Copies the lists. */
  public TwoLevelOutcome {
    jobs = List.copyOf(jobs);
    placements = List.copyOf(placements);
    promises = List.copyOf(promises);
    refusals = List.copyOf(refusals);
  }
}
