package io.metasched.simulation.driver.study;

import io.metasched.metascheduler.program.PrintableText;
import io.metasched.metascheduler.program.Sha256;
import io.metasched.simulation.scenario.UsageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Cache of files sent by other JVMs, by their SHA-256. Each file has its own folder and keeps its
 * name, because the suffix determines the format.
 *
 * @param folder returns the folder that only the user can write, and creates it if it is missing
 */
public record FileCache(Supplier<Path> folder) {
  /** Size of a chunk of a transferred file, in bytes. */
  static final int CHUNK = 1 << 20;

  private static final long MOST_BYTES = 1L << 32;

  /**
   * Describes a file.
   *
   * @param name name of the file in the study
   */
  public static StudyFile describe(String name, Path path) {
    try {
      return new StudyFile(name, Sha256.of(path), Files.size(path));
    } catch (IOException e) {
      throw new UsageException("%s: cannot be read: %s".formatted(path, PrintableText.reason(e)));
    }
  }

  /** Returns whether a file has the expected bytes. */
  static boolean hasBytes(Path path, StudyFile wanted) {
    try {
      return Files.isRegularFile(path)
          && Files.size(path) == wanted.bytes()
          && Sha256.of(path).equals(wanted.sha256());
    } catch (IOException unreadable) {
      return false;
    }
  }

  /** Returns the file if it is in the cache. */
  Optional<Path> find(StudyFile wanted) {
    var file = place(wanted);
    return hasBytes(file, wanted) ? Optional.of(file) : Optional.empty();
  }

  private Path place(StudyFile wanted) {
    var name = Path.of(wanted.name()).getFileName();
    if (!wanted.sha256().matches("[0-9a-f]{64}")
        || name == null
        || wanted.bytes() < 0
        || wanted.bytes() > MOST_BYTES) {
      throw new UsageException(
          "a file '%s' of %d bytes; allowed are at most %d bytes"
              .formatted(wanted.name(), wanted.bytes(), MOST_BYTES));
    }
    return folder.get().resolve(wanted.sha256()).resolve(name.toString());
  }

  /** Starts to receive a file; {@link Incoming#close} deletes an incomplete one. */
  Incoming receive(StudyFile wanted) {
    return new Incoming(wanted, place(wanted));
  }

  /** File that is being received, in chunks from its beginning. */
  static final class Incoming implements AutoCloseable {
    private final StudyFile wanted;
    private final Path file;
    private final Path unfinished;
    private final FileChannel channel;

    private Incoming(StudyFile wanted, Path file) {
      this.wanted = wanted;
      this.file = file;
      try {
        var parent = Files.createDirectories(file.getParent());
        unfinished = Files.createTempFile(parent, "receiving-", ".tmp");
        channel = FileChannel.open(unfinished, StandardOpenOption.WRITE);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    StudyFile wanted() {
      return wanted;
    }

    /** Returns the number of bytes received so far. */
    long received() {
      try {
        return channel.position();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /**
     * Appends the next bytes.
     *
     * @return file, if it is complete
     * @throws UsageException if its bytes differ from the announced bytes
     */
    Optional<Path> take(byte[] bytes) {
      try {
        if ((bytes.length == 0 && received() < wanted.bytes())
            || bytes.length > wanted.bytes() - received()) {
          throw new UsageException(
              "%s: its length differs from the announced length".formatted(wanted.name()));
        }
        var buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
        if (received() < wanted.bytes()) {
          return Optional.empty();
        }
        channel.force(true);
        if (!hasBytes(unfinished, wanted)) {
          throw new UsageException(
              "%s: does not have the SHA-256 %s".formatted(wanted.name(), wanted.sha256()));
        }
        return Optional.of(Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      try {
        channel.close();
        Files.deleteIfExists(unfinished);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Reads a chunk of a file; empty at its end. */
  static byte[] chunk(Path path, long offset) throws IOException {
    try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
      long left = Math.max(0, channel.size() - offset);
      var buffer = ByteBuffer.allocate((int) Math.min(CHUNK, left));
      channel.position(offset);
      while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
        // continue
      }
      return buffer.array();
    }
  }
}
