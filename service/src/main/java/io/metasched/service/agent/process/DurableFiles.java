package io.metasched.service.agent.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/** Small files that are written either completely or not at all, even if the power fails. */
final class DurableFiles {
  /** Mode of a file that only the agent's user can read. */
  static final String OWN_ONLY = "rw-------";

  private DurableFiles() {}

  /**
   * Writes a file that only the agent's user can read, in place of any older file with this name:
   * if a job owns the folder, the older file may be a pipe, whose opening would block. The caller
   * must sync the folder as well.
   */
  static void write(Path file, byte[] content) throws IOException {
    var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWN_ONLY));
    var options =
        Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS);
    Files.deleteIfExists(file);
    try (var channel = FileChannel.open(file, options, mode)) {
      write(channel, file, content);
    }
  }

  /**
   * Writes bytes to an open file and syncs it.
   *
   * @throws FileSystemException with the path of the file, such as one on a full disk
   */
  static void write(FileChannel channel, Path file, byte[] content) throws IOException {
    try {
      var buffer = ByteBuffer.wrap(content);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    } catch (IOException e) {
      var named = new FileSystemException(file.toString(), null, e.getMessage());
      named.initCause(e);
      throw named;
    }
  }

  /** Replaces a file atomically by writing a temporary file beside it. */
  static void put(Path file, String text) throws IOException {
    var beside = file.resolveSibling(file.getFileName() + ".new");
    write(beside, (text + "\n").getBytes(StandardCharsets.UTF_8));
    Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
    sync(file.toAbsolutePath().getParent());
  }

  /** Makes the directory entries of a folder durable. */
  static void sync(@org.jspecify.annotations.Nullable Path folder) throws IOException {
    if (folder != null) {
      try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  /**
   * Returns up to {@code most} bytes of a regular file; empty if there is none that may be read.
   * Links are not followed and pipes are not opened, because a job may have created them. A job
   * that replaces a file by a pipe between this check and the opening still blocks the reader.
   */
  static Optional<String> read(Path file, int most) {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    var options = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    try (var channel = FileChannel.open(file, options)) {
      var buffer = ByteBuffer.allocate((int) Math.min(most, channel.size()));
      while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
        // reads until the buffer is full
      }
      return Optional.of(new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8));
    } catch (java.nio.file.NoSuchFileException | java.nio.file.AccessDeniedException gone) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the first line of a small file without surrounding blanks; empty if no line is
   * complete.
   */
  static Optional<String> line(Path file) {
    return read(file, 4096)
        .flatMap(
            text -> {
              int end = text.indexOf('\n');
              return end < 0 ? Optional.empty() : Optional.of(text.substring(0, end).strip());
            });
  }
}
