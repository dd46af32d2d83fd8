package io.metasched.simulation.study;

/**
 * A cell of an experiment's table, as its files have it. Numbers that are not there are NaN.
 *
 * @param series its row and column
 * @param paper the paper's value, if it has one
 * @param ours the mean; none where no replication has a value
 * @param ci95 half the width of its 95 % confidence interval; none for fewer than two values
 * @param count how many replications have a value
 * @param tolerance greatest share of the paper's value by which ours may differ, if there is one
 * @param verdict how the values compare
 */
public record CellRow(
    Series series,
    double paper,
    double ours,
    double ci95,
    int count,
    double tolerance,
    String verdict) {}
