package io.metasched.simulation.system.cyclic.rows;

import io.metasched.metascheduler.cyclic.scheduling.CycleReport;

/**
 * Summary of one cycle of an organization.
 *
 * @param cycle number of the cycle, from 0
 * @param vo virtual organization
 * @param tick tick of the snapshot
 * @param batch number of jobs in the batch
 * @param slots number of vacant slots in the snapshot
 * @param placed number of booked jobs
 * @param withoutAlternative number of jobs for which no alternative was found
 * @param postponed number of jobs left in the queue, including those without an alternative
 * @param requeued number of jobs requeued after an owner's refusal
 * @param refused number of jobs refused permanently
 * @param alternatives total number of alternatives found
 */
public record CycleRow(
    int cycle,
    int vo,
    long tick,
    int batch,
    int slots,
    int placed,
    int withoutAlternative,
    int postponed,
    int requeued,
    int refused,
    long alternatives) {

  /** Creates the row of a cycle of the given organization. */
  public static CycleRow of(int vo, CycleReport report) {
    return new CycleRow(
        report.cycle(),
        vo,
        report.tick(),
        report.batch(),
        report.slots(),
        report.placed(),
        report.withoutAlternative(),
        report.postponed(),
        report.requeued(),
        report.refused(),
        report.alternatives());
  }
}
