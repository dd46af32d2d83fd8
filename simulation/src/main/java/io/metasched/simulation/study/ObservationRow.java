package io.metasched.simulation.study;

/**
 * What a replication observed of a series.
 *
 * @param replication its number, from 0
 * @param series the cell of the table
 * @param value NaN where there is none
 */
public record ObservationRow(int replication, Series series, double value) {}
