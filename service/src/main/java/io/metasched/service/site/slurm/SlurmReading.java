package io.metasched.service.site.slurm;

import java.util.List;

/**
 * State of a site's Slurm as read by one call for each kind, one after the other.
 *
 * @param nodes its nodes
 * @param jobs jobs of all users
 * @param reservations all reservations
 */
public record SlurmReading(
    List<SiteNode> nodes, List<SiteJob> jobs, List<SiteReservation> reservations) {
  /** Creates a reading. */
  public SlurmReading {
    nodes = List.copyOf(nodes);
    jobs = List.copyOf(jobs);
    reservations = List.copyOf(reservations);
  }

  /**
   * Reads a site. Reservations are read last: a job that starts in between is seen at the next
   * time, a reservation that is made in between is seen now.
   *
   * @throws SlurmException if one of the calls does not succeed
   */
  public static SlurmReading of(SlurmCommands slurm) throws SlurmException {
    var nodes = slurm.nodes();
    var jobs = slurm.jobs();
    return new SlurmReading(nodes, jobs, slurm.reservations());
  }
}
