package io.metasched.lab.campaign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Clock offset of another process, in a memory-mapped file shared by both. */
final class SharedOffset {
  private final MappedByteBuffer memory;

  SharedOffset(Path file) {
    try (var channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void set(Duration offset) {
    memory.putLong(0, offset.toMillis());
  }

  Duration get() {
    return Duration.ofMillis(memory.getLong(0));
  }

  /** Returns the clock of this machine with this offset. */
  Clock clock() {
    return new Clock() {
      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }

      @Override
      public Instant instant() {
        return Instant.now().plus(get());
      }
    };
  }
}
