package io.metasched.simulation.system.twolevel;

/**
 * Where and when a job ran.
 *
 * @param provider index of the provider
 * @param startTick when it began
 * @param endTick when it ended
 * @param stopped whether it was stopped there, at the end of its reservation, before it was done
 */
public record Placement(int provider, long startTick, long endTick, boolean stopped) {}
