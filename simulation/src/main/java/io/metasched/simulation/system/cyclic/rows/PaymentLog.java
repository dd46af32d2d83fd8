package io.metasched.simulation.system.cyclic.rows;

import io.metasched.resource.model.JobId;
import io.metasched.simulation.system.cyclic.rows.PaymentRow.Kind;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * Compact list of payments in order, which takes a quarter of the memory of a list of rows: the
 * common values of one job at one tick are stored once. Rows are created on access.
 *
 * <p>Immutable. Access to a row costs O(log c) for the c rows of a chunk.
 */
public final class PaymentLog extends AbstractList<PaymentRow> implements RandomAccess {
  private static final int CHUNK_BITS = 10;
  private static final int ROWS = 1 << CHUNK_BITS;

  private final List<Chunk> chunks;
  private final int size;

  private PaymentLog(List<Chunk> chunks, int size) {
    this.chunks = List.copyOf(chunks);
    this.size = size;
  }

  /** Returns a compact list of the payments; a list that is already compact is not copied. */
  public static PaymentLog copyOf(List<PaymentRow> payments) {
    if (payments instanceof PaymentLog log) {
      return log;
    }
    var builder = new Builder();
    payments.forEach(builder::add);
    return builder.build();
  }

  @Override
  public PaymentRow get(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException(index);
    }
    return chunks.get(index >> CHUNK_BITS).row(index & (ROWS - 1));
  }

  @Override
  public int size() {
    return size;
  }

  /** Rows in groups: adjacent rows with equal tick, user and job. */
  private static final class Chunk {
    private int[] firsts = new int[16]; // index of the first row of each group
    private long[] ticks = new long[16];
    private int[] users = new int[16];
    private @Nullable JobId[] jobs = new JobId[16];
    private int groups;
    private final byte[] kinds;
    private final int[] nodes;
    private final long[] amounts;
    private int size;

    Chunk(int capacity) {
      kinds = new byte[capacity];
      nodes = new int[capacity];
      amounts = new long[capacity];
    }

    void add(long tick, Kind kind, int user, @Nullable JobId job, int node, long milli) {
      int last = groups - 1;
      if (last < 0 || ticks[last] != tick || users[last] != user || !isOf(last, job)) {
        if (groups == firsts.length) {
          resize(Math.min(ROWS, 2 * groups));
        }
        firsts[groups] = size;
        ticks[groups] = tick;
        users[groups] = user;
        jobs[groups++] = job;
      }
      kinds[size] = (byte) KINDS.indexOf(kind);
      nodes[size] = node;
      amounts[size++] = milli;
    }

    private boolean isOf(int group, @Nullable JobId job) {
      var own = jobs[group];
      return own == null ? job == null : own.equals(job);
    }

    private void resize(int capacity) {
      firsts = Arrays.copyOf(firsts, capacity);
      ticks = Arrays.copyOf(ticks, capacity);
      users = Arrays.copyOf(users, capacity);
      jobs = Arrays.copyOf(jobs, capacity);
    }

    /** Returns a copy without spare capacity. */
    Chunk trimmed() {
      var same = new Chunk(size);
      for (int row = 0, group = -1; row < size; row++) {
        group += group + 1 < groups && firsts[group + 1] == row ? 1 : 0;
        same.add(ticks[group], kind(row), users[group], jobs[group], nodes[row], amounts[row]);
      }
      same.resize(Math.max(1, same.groups));
      return same;
    }

    private Kind kind(int row) {
      return KINDS.get(kinds[row]);
    }

    PaymentRow row(int row) {
      int found = Arrays.binarySearch(firsts, 0, groups, row);
      int group = found >= 0 ? found : -found - 2;
      return new PaymentRow(
          ticks[group], kind(row), users[group], jobs[group], nodes[row], amounts[row]);
    }
  }

  private static final List<Kind> KINDS = List.of(Kind.values());

  /** Builder of a payment log. */
  public static final class Builder {
    private final List<Chunk> full = new ArrayList<>();
    private Chunk last = new Chunk(ROWS);

    public void add(PaymentRow row) {
      add(row.tick(), row.kind(), row.user(), row.job(), row.node(), row.milli());
    }

    /** Appends a row, given by its columns. */
    public void add(long tick, Kind kind, int user, @Nullable JobId job, int node, long milli) {
      if (last.size == ROWS) {
        last.resize(last.groups);
        full.add(last);
        last = new Chunk(ROWS);
      }
      last.add(tick, kind, user, job, node, milli);
    }

    /** Returns the payments so far. */
    public PaymentLog build() {
      var chunks = new ArrayList<>(full);
      chunks.add(last.trimmed());
      return new PaymentLog(chunks, full.size() * ROWS + last.size);
    }
  }
}
