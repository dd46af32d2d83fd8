package io.metasched.simulation.system.cyclic.rows;

import io.metasched.resource.model.JobId;
import org.jspecify.annotations.Nullable;

/**
 * Payment; rows are in order of time.
 *
 * @param tick tick of the payment
 * @param kind kind of the payment
 * @param user VO user of the account
 * @param job job paid for, null for a deposit
 * @param node node whose owner receives or refunds the amount, -1 for a deposit
 * @param milli amount in 1/1000 of money, not negative
 */
public record PaymentRow(
    long tick, Kind kind, int user, @Nullable JobId job, int node, long milli) {

  /** Kinds of payments. */
  public enum Kind {
    /** A user's budget for a cycle. */
    DEPOSIT,
    /** Payment from the user to the owner. */
    CHARGE,
    /** Payment from the owner back to the user. */
    REFUND
  }
}
