package io.metasched.metascheduler.model;

/**
 * Payment of a user into the account for a cycle.
 *
 * @param user the user
 * @param milli amount in 1/1000 of money, at least 0
 */
public record Deposit(int user, long milli) {}
