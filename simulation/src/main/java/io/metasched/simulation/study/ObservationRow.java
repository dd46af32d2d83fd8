package io.metasched.simulation.study;

/**
 * Observation of a series by a replication.
 *
 * @param replication number of the replication, from 0
 * @param series cell of the table
 * @param value observed value; NaN if there is none
 */
public record ObservationRow(int replication, Series series, double value) {}
