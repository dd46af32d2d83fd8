package io.metasched.metascheduler.cyclic.scheduling;

/**
 * Report of one cycle.
 *
 * @param cycle number of the cycle, from 0
 * @param tick tick of the cycle's snapshot
 * @param batch number of jobs in the batch
 * @param slots number of vacant slots in the snapshot
 * @param placed number of jobs booked
 * @param withoutAlternative number of jobs for which no alternative was found
 * @param postponed number of jobs left in the queue, including those without an alternative
 * @param requeued number of jobs requeued after an owner's refusal
 * @param refused number of jobs refused permanently
 * @param alternatives total number of alternatives found
 */
public record CycleReport(
    int cycle,
    long tick,
    int batch,
    int slots,
    int placed,
    int withoutAlternative,
    int postponed,
    int requeued,
    int refused,
    long alternatives) {}
