package io.metasched.service.book;

import io.metasched.metascheduler.model.EnumLabel;
import java.time.Instant;
import java.util.Optional;

/**
 * Change of an account, with the account of the opposite entry.
 *
 * @param key account, event, and index among the entries of the event
 * @param counter other account
 * @param kind reason for the change
 * @param milli change of the sum of balance and held money, in 1/1000
 * @param heldMilli change of the held money, in 1/1000
 * @param job id of the job or claim
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

  /**
   * Returns whether the entry counts as stored data of its account. Entries of jobs and
   * reservations do not, because these are counted; only the entries of a firm offer remain after
   * its end.
   */
  boolean isCounted() {
    return kind == Kind.TRANSFER || job.filter(id -> id.startsWith(OFFER)).isPresent();
  }

  /** Identity of an entry. */
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

  /** Reason for an entry. */
  public enum Kind {
    DEPOSIT,
    /** Transfer between two accounts. */
    TRANSFER,
    HOLD,
    CHARGE,
    FEE,
    PAY_BACK,
    /** Grant of a period. */
    GRANT,
    /** Return to the bank of granted money that was not spent in its period. */
    LAPSE,
    /** Sum of all earlier entries, which are deleted. */
    CARRIED_FORWARD;

    /** Returns the external name. */
    public String label() {
      return EnumLabel.of(this);
    }
  }
}
