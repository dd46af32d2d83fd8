package io.metasched.simulation.kernel;

/**
 * Step with its time.
 *
 * @param tick tick at which it is performed
 * @param step step to perform
 */
public record Due<S>(long tick, S step) {}
