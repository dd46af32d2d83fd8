package io.metasched.resource.provider.probe;

import io.metasched.resource.provider.BatchJob;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Jobs and their starts, in the order in which they started. Confined to one thread. */
final class StartLog {
  private static final int INITIAL_CAPACITY = 16;

  private @Nullable BatchJob[] jobs;
  private long[] starts;
  private int size;

  StartLog() {
    jobs = new BatchJob[INITIAL_CAPACITY];
    starts = new long[INITIAL_CAPACITY];
  }

  /** Creates a log with the first {@code size} entries of another log. */
  StartLog(StartLog from, int size) {
    jobs = Arrays.copyOf(from.jobs, Math.max(size, INITIAL_CAPACITY));
    starts = Arrays.copyOf(from.starts, Math.max(size, INITIAL_CAPACITY));
    this.size = size;
  }

  void add(BatchJob job, long start) {
    if (size == starts.length) {
      jobs = Arrays.copyOf(jobs, 2 * size);
      starts = Arrays.copyOf(starts, 2 * size);
    }
    jobs[size] = job;
    starts[size] = start;
    size++;
  }

  int size() {
    return size;
  }

  BatchJob job(int index) {
    return Objects.requireNonNull(jobs[index]);
  }

  long start(int index) {
    return starts[index];
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof StartLog that
            && size == that.size
            && Arrays.equals(starts, 0, size, that.starts, 0, size)
            && Arrays.equals(jobs, 0, size, that.jobs, 0, size));
  }

  @Override
  public int hashCode() {
    int hash = size;
    for (int i = 0; i < size; i++) {
      hash = 31 * (31 * hash + job(i).number()) + Long.hashCode(starts[i]);
    }
    return hash;
  }
}
