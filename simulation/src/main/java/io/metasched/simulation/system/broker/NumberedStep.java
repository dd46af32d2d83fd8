package io.metasched.simulation.system.broker;

/**
 * A step that was taken.
 *
 * @param number from 1, in the order of the run
 * @param tick when
 * @param step what happens
 */
public record NumberedStep(int number, long tick, BrokerStep step) {}
