package io.metasched.service.book;

/**
 * Account of the book. The balances of all accounts sum to zero: deposits come from the bank, whose
 * balance is the negative sum of all deposits, and owners earn the amounts that were held for jobs.
 *
 * @param id name of the account
 * @param number number of the account for the scheduler; negative if no user pays from it
 * @param balanceMilli available balance, in 1/1000
 * @param heldMilli money held for booked windows, in 1/1000
 * @param version number of the last event that changed the account
 */
public record AccountRecord(
    String id, int number, long balanceMilli, long heldMilli, long version) {
  /** Source of deposits. */
  public static final String BANK = "bank";

  /** Returns the id of the account of a domain's owners. */
  public static String ownersOf(String domain) {
    return "owners-" + domain;
  }
}
