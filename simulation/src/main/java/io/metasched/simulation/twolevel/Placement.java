package io.metasched.simulation.twolevel;

/**
 * Where and when a job ran.
 *
 * @param provider index of the provider
 * @param startTick when it began
 * @param endTick when it ended
 */
public record Placement(int provider, long startTick, long endTick) {}
