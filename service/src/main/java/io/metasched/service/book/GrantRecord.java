package io.metasched.service.book;

import java.time.Instant;
import java.util.Optional;

/**
 * Grant of an account, and its progress.
 *
 * @param next number of the next period to be paid
 */
public record GrantRecord(Grant grant, long next) {
  /**
   * Creates the record of a new grant. Its present period, or else its first one, is paid next,
   * unless a former grant with the same periods was paid.
   */
  public static GrantRecord of(Grant grant, Optional<GrantRecord> former, Instant now) {
    return former
        .filter(before -> before.grant.hasPeriodsOf(grant))
        .map(before -> new GrantRecord(grant, before.next))
        .orElseGet(() -> new GrantRecord(grant, grant.numberAt(now)));
  }
}
