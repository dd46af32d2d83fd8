package io.metasched.service.book;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.metasched.metascheduler.queue.RecentUse;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Optional;

/**
 * Account of the book. The balances of all accounts sum to zero: deposits and grants come from the
 * bank, whose balance is their negative sum, and owners earn the amounts that were held for jobs.
 *
 * @param id name of the account
 * @param number number of the account for the scheduler; negative if no user pays from it
 * @param balanceMilli available balance, in 1/1000
 * @param heldMilli money held for booked windows, in 1/1000
 * @param version number of the last event that changed the account
 * @param used payments for jobs; empty if the account has paid nothing
 * @param limits limits of the account; empty if none was ever set
 * @param granted grant of the account; empty if it has none
 * @param lapsing part of the balance that lapses
 */
@RecordBuilder
public record AccountRecord(
    String id,
    int number,
    long balanceMilli,
    long heldMilli,
    long version,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<RecentUse> used,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<AccountLimits> limits,
    @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<GrantRecord> granted,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) LapsingMoney lapsing)
    implements AccountRecordBuilder.With {
  /** Source of deposits and grants. */
  public static final String BANK = "bank";

  private static final String OWNERS = "owners-";

  public AccountRecord {
    lapsing = lapsing == null ? LapsingMoney.NONE : lapsing; // absent in snapshots
  }

  /** Creates an account without money. */
  static AccountRecord open(String id, int number, long version) {
    return new AccountRecord(id, number, 0, 0, version);
  }

  /** Creates an account that has paid nothing. */
  AccountRecord(String id, int number, long balanceMilli, long heldMilli, long version) {
    this(
        id,
        number,
        balanceMilli,
        heldMilli,
        version,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        LapsingMoney.NONE);
  }

  /** Returns the recent payments and the money held for booked windows, in 1/1000. */
  public long usedMilli(long tick, Duration halfLife) {
    return used.orElse(RecentUse.NONE).at(tick, halfLife) + heldMilli;
  }

  /** Returns the part of the balance that may be moved to other accounts, in 1/1000. */
  public long movableMilli() {
    return Math.max(0, balanceMilli - lapsing.sumMilli());
  }

  /** Returns the id of the account of a domain's owners. */
  public static String ownersOf(String domain) {
    return OWNERS + domain;
  }

  /** Returns whether an id is that of the bank or of the owners of a domain. */
  public static boolean isOfService(String id) {
    return id.equals(BANK) || id.startsWith(OWNERS);
  }
}
