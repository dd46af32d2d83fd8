package io.metasched.simulation.system.cyclic.rows;

import io.metasched.metascheduler.scheduling.CycleReport;

/**
 * What one cycle of an organization did.
 *
 * @param cycle number of the cycle, from 0
 * @param vo the virtual organization
 * @param tick when its snapshot was taken
 * @param batch jobs in its batch
 * @param slots vacant slots in the snapshot
 * @param placed jobs booked
 * @param withoutAlternative jobs for which no alternative was found
 * @param postponed jobs left in the queue, those without an alternative included
 * @param requeued jobs put back by an owner's no
 * @param refused jobs refused for good
 * @param alternatives alternatives found in all
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

  /** The row of a cycle of that organization. */
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
