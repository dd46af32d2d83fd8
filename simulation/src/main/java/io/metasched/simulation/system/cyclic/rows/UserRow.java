package io.metasched.simulation.system.cyclic.rows;

/**
 * A user of a run.
 *
 * @param user the user: 0, 1, 2 and so on
 * @param name what the user is called, or empty
 * @param vo the virtual organization
 * @param organization what it is called, or empty
 * @param budgetMilli what the account gets per cycle, or -1 where accounts are unlimited
 * @param weightMilli the user's share of jobs that were no one's, beside the others'
 */
public record UserRow(
    int user, String name, int vo, String organization, long budgetMilli, long weightMilli) {}
