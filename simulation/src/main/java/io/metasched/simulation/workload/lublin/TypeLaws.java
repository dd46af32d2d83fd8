package io.metasched.simulation.workload.lublin;

/**
 * Distributions of the jobs of one type.
 *
 * @param type type of all these jobs
 * @param sizes distribution of their processors
 * @param runTimes distribution of their run times, by size
 * @param arrivals distribution of their arrivals
 */
public record TypeLaws(JobType type, SizeLaw sizes, RunTimeLaw runTimes, ArrivalLaw arrivals) {}
