package io.metasched.simulation.study;

/**
 * Cell of an experiment's table in its files. Missing numbers are NaN.
 *
 * @param series row and column
 * @param paper paper's value, if it has one
 * @param ours measured mean; missing if no replication has a value
 * @param ci95 half the width of the 95 % confidence interval; missing for fewer than two values
 * @param count number of replications with a value
 * @param tolerance maximum difference of {@code ours}, as a share of the paper's value, if there is
 *     one
 * @param verdict result of the comparison of both values
 */
public record CellRow(
    Series series,
    double paper,
    double ours,
    double ci95,
    int count,
    double tolerance,
    String verdict) {}
