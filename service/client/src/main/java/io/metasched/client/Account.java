package io.metasched.client;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/**
 * Account that pays for jobs.
 *
 * @param id id
 * @param balance money that can be used
 * @param held money that is held for booked windows
 * @param version number of its last change
 */
public record Account(String id, BigDecimal balance, BigDecimal held, long version) {

  /**
   * Change of an account.
   *
   * @param seq number of the event
   * @param kind kind, such as {@code deposit}, {@code hold}, {@code charge} or {@code pay-back}
   * @param amount change of the balance
   * @param heldChange change of the held money
   * @param counter account with the counter entry
   * @param job job or reservation to which the change belongs
   * @param at time
   */
  public record Entry(
      long seq,
      String kind,
      BigDecimal amount,
      BigDecimal heldChange,
      String counter,
      Optional<String> job,
      Instant at) {}
}
