package io.metasched.simulation.system.broker.bench;

/**
 * What tasks cost in a table with so many tasks in it.
 *
 * @param tasks in the table
 * @param structure of the table
 * @param measured how many tasks were measured
 * @param offerMicros a task of a batch that is offered, its share of the copy included; the mean
 * @param commitMicros a task that is put into the table; the mean
 */
record BrokerTableRow(
    int tasks, String structure, int measured, double offerMicros, double commitMicros) {}
