package io.metasched.service.book;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A change of an account, with the account that changed the other way.
 *
 * @param key account, event, and place among the entries of that event
 * @param counter the other account
 * @param kind why
 * @param milli by how much the sum of balance and held money changed, in 1/1000
 * @param heldMilli by how much the held money changed, in 1/1000
 * @param job the job or claim whose it is
 */
public record LedgerEntry(
    Key key,
    String counter,
    Kind kind,
    long milli,
    long heldMilli,
    Optional<String> job,
    Instant at) {
  private static final String OFFER = ClaimRecord.Kind.OFFER.prefix();

  /** Whether it is of a firm offer, of which nothing else is kept once that is over. */
  boolean isOfOffer() {
    return job.filter(id -> id.startsWith(OFFER)).isPresent();
  }

  /** Identifies an entry. */
  public record Key(String account, long seq, int index) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byAccount = account.compareTo(other.account);
      if (byAccount != 0) {
        return byAccount;
      }
      int bySeq = Long.compare(seq, other.seq);
      return bySeq != 0 ? bySeq : Integer.compare(index, other.index);
    }
  }

  /** Why money moved. */
  public enum Kind {
    DEPOSIT,
    HOLD,
    CHARGE,
    FEE,
    PAY_BACK,
    /** The sum of all lines before it, which are kept no more. */
    CARRIED_FORWARD;

    /** Its name outside the program. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
