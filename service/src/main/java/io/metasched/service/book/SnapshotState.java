package io.metasched.service.book;

import java.util.TreeMap;

/**
 * State under construction from the pieces of a snapshot. Jobs and ledger entries are added at the
 * end, in O(n). Confined to one thread.
 */
public final class SnapshotState {
  private final TreeMap<String, JobRecord> jobs = new TreeMap<>();
  private final TreeMap<LedgerEntry.Key, LedgerEntry> ledger = new TreeMap<>();
  private BookState state = BookState.EMPTY;

  public void add(SnapshotRow piece) {
    if (piece instanceof SnapshotRow.JobRow row) {
      jobs.put(row.job().id(), row.job().failedByExit());
    } else if (piece instanceof SnapshotRow.ElementRow row) {
      jobs.put(row.job().id(), row.whole(state));
    } else if (piece instanceof SnapshotRow.LedgerRow row) {
      ledger.put(row.entry().key(), row.entry());
    } else {
      state = piece.into(state);
    }
  }

  /** Returns the state of all added pieces. */
  public BookState whole() {
    return state.withAll(jobs, ledger);
  }
}
