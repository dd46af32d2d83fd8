package io.metasched.simulation.system.cyclic.rows;

/**
 * User of a run.
 *
 * @param user number of the user, from 0
 * @param name name of the user, or empty
 * @param vo virtual organization
 * @param organization name of the organization, or empty
 * @param budgetMilli budget of the account per cycle, in 1/1000 of money, or -1 if accounts are
 *     unlimited
 * @param weightMilli weight of the user in the distribution of jobs without a user, in 1/1000
 */
public record UserRow(
    int user, String name, int vo, String organization, long budgetMilli, long weightMilli) {}
