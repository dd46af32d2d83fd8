package io.metasched.simulation.study;

import io.metasched.simulation.scenario.UsageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Observations of the finished replications, one record of fixed size for each. In a file, the
 * observations survive the process and use no heap. Thread-safe.
 *
 * <p>A record is the number of schedules checked plus 1, the values, and a CRC-32 of both, 8 bytes
 * each. A record that was not written completely counts as missing.
 */
public final class ObservedRows implements AutoCloseable {
  private static final int MOST_SEGMENT_BYTES = 1 << 26;

  private final SeriesIndex index;
  private final int replications;
  private final int recordBytes;
  private final int recordsPerSegment;
  private final List<ByteBuffer> segments;
  private final @Nullable FileChannel channel;
  private final BitSet present = new BitSet();

  private ObservedRows(List<Series> series, int replications, @Nullable FileChannel channel)
      throws IOException {
    index = new SeriesIndex(series);
    this.replications = replications;
    this.channel = channel;
    recordBytes = (index.size() + 2) * Long.BYTES;
    recordsPerSegment = Math.max(1, Math.min(replications, MOST_SEGMENT_BYTES / recordBytes));
    segments = new ArrayList<>();
    for (long first = 0; first < replications; first += recordsPerSegment) {
      int bytes = (int) Math.min(recordsPerSegment, replications - first) * recordBytes;
      segments.add(
          channel == null
              ? ByteBuffer.allocate(bytes)
              : channel.map(FileChannel.MapMode.READ_WRITE, first * recordBytes, bytes));
    }
    IntStream.range(0, replications).filter(this::isWhole).forEach(present::set);
  }

  /** Creates rows on the heap, all of which are missing. */
  public static ObservedRows onHeap(List<Series> series, int replications) {
    try {
      return new ObservedRows(series, replications, null);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /**
   * Opens the rows in a file, which is created if it is missing.
   *
   * @param replications number of replications, which may differ from the number in the file
   * @throws UsageException if another process uses the file
   */
  public static ObservedRows in(Path file, List<Series> series, int replications) {
    try {
      var channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      try {
        if (channel.tryLock() == null) {
          throw inUse(file);
        }
        return new ObservedRows(series, replications, channel);
      } catch (OverlappingFileLockException e) {
        channel.close();
        throw inUse(file);
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static UsageException inUse(Path file) {
    return new UsageException("%s: another process writes to it".formatted(file));
  }

  /**
   * Stores the observations of a replication.
   *
   * @return false if they are already stored, for example because a replication was run twice
   * @throws IllegalArgumentException if there is no such replication, or if the values do not match
   *     the series
   */
  public synchronized boolean take(ObservedRow row) {
    if (row.number() < 0
        || row.number() >= replications
        || row.values().length != index.size()
        || row.schedulesChecked() < 0) {
      throw new IllegalArgumentException(
          "replication %d with %d values; expected are numbers below %d with %d values"
              .formatted(row.number(), row.values().length, replications, index.size()));
    }
    if (present.get(row.number())) {
      return false;
    }
    var segment = segment(row.number());
    int at = offset(row.number());
    for (int i = 0; i < row.values().length; i++) {
      segment.putDouble(at + (i + 1) * Long.BYTES, row.values()[i]);
    }
    segment.putLong(at, row.schedulesChecked() + 1);
    segment.putLong(at + recordBytes - Long.BYTES, crc(row.number()));
    present.set(row.number());
    return true;
  }

  /** Returns the numbers of the missing replications, ascending. */
  public synchronized int[] missing() {
    return IntStream.range(0, replications).filter(number -> !present.get(number)).toArray();
  }

  /** Returns whether no replication is missing. */
  public synchronized boolean isComplete() {
    return present.cardinality() == replications;
  }

  /** Returns the number of replications with stored observations. */
  public synchronized int count() {
    return present.cardinality();
  }

  /**
   * Returns the observations, which are read on demand.
   *
   * @throws IllegalStateException if a replication is missing
   */
  public synchronized ObservedValues values() {
    if (!isComplete()) {
      throw new IllegalStateException(
          "%d of %d replications are missing".formatted(replications - count(), replications));
    }
    long checked =
        IntStream.range(0, replications)
            .mapToLong(number -> segment(number).getLong(offset(number)) - 1)
            .sum();
    return new ObservedValues(index, replications, this::value, checked);
  }

  private double value(int number, int series) {
    return segment(number).getDouble(offset(number) + (series + 1) * Long.BYTES);
  }

  private boolean isWhole(int number) {
    var segment = segment(number);
    int at = offset(number);
    return segment.getLong(at) > 0 && segment.getLong(at + recordBytes - Long.BYTES) == crc(number);
  }

  private long crc(int number) {
    var crc = new CRC32();
    crc.update(segment(number).slice(offset(number), recordBytes - Long.BYTES));
    return crc.getValue();
  }

  private ByteBuffer segment(int number) {
    return segments.get(number / recordsPerSegment);
  }

  private int offset(int number) {
    return number % recordsPerSegment * recordBytes;
  }

  /** Closes the file; values obtained from it can still be read. */
  @Override
  public void close() {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
