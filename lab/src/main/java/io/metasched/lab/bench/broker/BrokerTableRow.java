package io.metasched.lab.bench.broker;

/**
 * Costs per task in a table with the given number of tasks.
 *
 * @param tasks number of tasks in the table
 * @param structure structure of the table
 * @param measured number of tasks for which nodes were found
 * @param offerMicros mean time to find a node for a task of a batch, including the task's share of
 *     the time to copy the table
 * @param commitMicros mean time to add a task to the table
 */
record BrokerTableRow(
    int tasks, String structure, long measured, double offerMicros, double commitMicros) {}
