package io.metasched.metascheduler.scheduling;

/**
 * What one cycle did.
 *
 * @param cycle number of the cycle, from 0
 * @param tick when its snapshot was taken
 * @param batch jobs in its batch
 * @param slots vacant slots in the snapshot
 * @param placed jobs booked
 * @param withoutAlternative jobs for which no alternative was found
 * @param postponed jobs left in the queue, those without an alternative included
 * @param requeued jobs put back by an owner's refusal
 * @param refused jobs refused for good
 * @param alternatives alternatives found in all
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
