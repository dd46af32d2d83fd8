package io.metasched.service.book;

import java.util.TreeMap;

/**
 * A state that is made from the pieces of a snapshot. What there are many of is put together at the
 * end, in O(n). Confined to one thread.
 */
public final class SnapshotState {
  private final TreeMap<String, JobRecord> jobs = new TreeMap<>();
  private final TreeMap<LedgerEntry.Key, LedgerEntry> ledger = new TreeMap<>();
  private BookState state = BookState.EMPTY;

  /** Adds a piece. */
  public void add(SnapshotRow piece) {
    if (piece instanceof SnapshotRow.JobRow row) {
      jobs.put(row.job().id(), row.job().failedByExit());
    } else if (piece instanceof SnapshotRow.LedgerRow row) {
      ledger.put(row.entry().key(), row.entry());
    } else {
      state = piece.into(state);
    }
  }

  /** Returns the state of all pieces. */
  public BookState whole() {
    return state.withAll(jobs, ledger);
  }
}
