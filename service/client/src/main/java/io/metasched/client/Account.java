package io.metasched.client;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * Account that pays for jobs.
 *
 * @param id id
 * @param balance money that can be used
 * @param held money that is held for booked windows
 * @param version number of its last change
 * @param limits limits in force on all jobs of the account
 * @param personLimits limits in force on the jobs of each person in the account
 * @param grant money that the account is granted in each period
 * @param lapsing part of the balance that lapses, earliest first
 */
public record Account(
    String id,
    BigDecimal balance,
    BigDecimal held,
    long version,
    Optional<Limits> limits,
    Optional<Limits> personLimits,
    Optional<Grant> grant,
    List<Lapse> lapsing) {

  /**
   * Limits on jobs.
   *
   * @param waiting most jobs that wait for a window
   * @param running most jobs that have windows over one instant
   * @param nodes most nodes in windows, reservations and firm offers over one instant
   * @param priority highest priority that users may give to a job
   */
  public record Limits(
      Optional<Integer> waiting,
      Optional<Integer> running,
      Optional<Integer> nodes,
      Optional<Integer> priority) {}

  /**
   * Grant.
   *
   * @param amount amount of each period
   * @param period length of a period, such as {@code weekly}, {@code monthly} or {@code yearly}
   * @param zone time zone in which a period begins at the start of a day
   * @param from first day of the first period
   * @param carryOver whether money that is not spent in a period remains
   * @param next time of the next payment
   */
  public record Grant(
      BigDecimal amount,
      String period,
      String zone,
      LocalDate from,
      boolean carryOver,
      Instant next) {}

  /**
   * Money that lapses if it is not spent before.
   *
   * @param at time at which it lapses
   */
  public record Lapse(BigDecimal amount, Instant at) {}

  /**
   * Change of an account.
   *
   * @param seq number of the event
   * @param kind kind, such as {@code deposit}, {@code grant}, {@code hold} or {@code charge}
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
