package io.metasched.service.site.slurm;

import java.util.List;

/**
 * State of a site's Slurm, read by one call per kind of item, sequentially.
 *
 * @param nodes all nodes
 * @param jobs jobs of all users; without waiting jobs if their plans are not respected
 * @param reservations all reservations
 */
public record SlurmReading(
    List<SiteNode> nodes, List<SiteJob> jobs, List<SiteReservation> reservations) {
  public SlurmReading {
    nodes = List.copyOf(nodes);
    jobs = List.copyOf(jobs);
    reservations = List.copyOf(reservations);
  }

  /**
   * Reads a site. Reservations are read last: a job that starts during the calls appears in the
   * next reading, and a reservation that is created during the calls appears in this reading.
   *
   * @throws SlurmException if one of the calls fails
   */
  public static SlurmReading of(SlurmCommands slurm, CalendarRules rules) throws SlurmException {
    var nodes = slurm.nodes();
    var jobs = rules.respectsPlans() ? slurm.jobs() : slurm.jobsOnNodes();
    return new SlurmReading(nodes, jobs, slurm.reservations());
  }
}
