package io.metasched.simulation.system.broker.model;

/**
 * Step that was taken.
 *
 * @param number number of the step, from 1 in the order of the run
 * @param tick tick of the step
 * @param step the event
 */
public record NumberedStep(int number, long tick, BrokerStep step) {}
