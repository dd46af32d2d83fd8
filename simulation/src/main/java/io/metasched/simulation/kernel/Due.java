package io.metasched.simulation.kernel;

/**
 * A step and its place in time.
 *
 * @param tick when it is performed
 * @param step what is performed
 */
public record Due<S>(long tick, S step) {}
