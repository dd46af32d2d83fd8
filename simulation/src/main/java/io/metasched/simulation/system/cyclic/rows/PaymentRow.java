package io.metasched.simulation.system.cyclic.rows;

import io.metasched.resource.model.JobId;
import org.jspecify.annotations.Nullable;

/**
 * A movement of money, in the order in which they happened.
 *
 * @param tick when
 * @param kind what it was
 * @param user the VO user whose account it concerns
 * @param job the job paid for, null for a deposit
 * @param node the node whose owner gets or gives it, -1 for a deposit
 * @param milli the amount, not negative
 */
public record PaymentRow(
    long tick, Kind kind, int user, @Nullable JobId job, int node, long milli) {

  /** Direction of a payment. */
  public enum Kind {
    /** A user's budget for a cycle. */
    DEPOSIT,
    /** From the user to the owner. */
    CHARGE,
    /** From the owner back to the user. */
    REFUND
  }
}
