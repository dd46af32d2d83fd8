package io.metasched.simulation.workload.lublin;

/**
 * How jobs of one type are drawn.
 *
 * @param type of all these jobs
 * @param sizes their processors
 * @param runTimes how long they run, by size
 * @param arrivals when they come
 */
public record TypeLaws(JobType type, SizeLaw sizes, RunTimeLaw runTimes, ArrivalLaw arrivals) {}
