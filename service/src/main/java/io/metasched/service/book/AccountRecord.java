package io.metasched.service.book;

/**
 * An account. The accounts of one book sum to zero: what is deposited comes from the bank, whose
 * balance is below zero by that; what owners earn was held for a job before.
 *
 * @param id its name
 * @param number how the scheduler knows it; negative where nobody pays from it
 * @param balanceMilli what is there to spend, in 1/1000
 * @param heldMilli what is held for windows that are booked, in 1/1000
 * @param version the number of the event that changed it last
 */
public record AccountRecord(
    String id, int number, long balanceMilli, long heldMilli, long version) {
  /** Where deposits come from. */
  public static final String BANK = "bank";

  /** The account of the owners of a domain. */
  public static String ownersOf(String domain) {
    return "owners-" + domain;
  }
}
