package io.metasched.simulation.system.twolevel.model;

/**
 * Place and time of a job's run.
 *
 * @param provider index of the provider
 * @param startTick tick of its start
 * @param endTick tick of its end
 * @param stopped whether it was stopped at the end of its reservation before it was finished
 */
public record Placement(int provider, long startTick, long endTick, boolean stopped) {}
