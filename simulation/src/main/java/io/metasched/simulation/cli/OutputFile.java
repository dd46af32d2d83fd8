package io.metasched.simulation.cli;

import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.scenario.UsageException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPOutputStream;

/**
 * A text file that appears under its name only when it is complete; until then it is {@code
 * .metasched-PID.unfinished} beside its place. A name that ends in {@code .gz} is compressed.
 */
final class OutputFile {
  /** What is written into it. */
  @FunctionalInterface
  interface Content {
    void write(Writer text) throws IOException;
  }

  private final Path target;
  private final boolean force;

  private OutputFile(Path target, boolean force) {
    this.target = target;
    this.force = force;
  }

  /**
   * A file to be written.
   *
   * @param target its name; must not exist
   * @param force lets {@code target} be a file, which is replaced
   * @throws UsageException when the file could not be made in the end
   */
  static OutputFile at(Path target, boolean force) {
    var file = new OutputFile(target.toAbsolutePath().normalize(), force);
    file.requireFree();
    return file;
  }

  /** Its name. */
  Path path() {
    return target;
  }

  /**
   * Writes the file.
   *
   * @throws UsageException when the file cannot be made, or has come into being meanwhile
   */
  void write(Content content) {
    long pid = ProcessHandle.current().pid();
    var unfinished = target.resolveSibling(".metasched-" + pid + ".unfinished");
    var bytes = create(unfinished);
    unfinished.toFile().deleteOnExit(); // also when the program is stopped
    try {
      write(content, bytes);
      requireFree();
      move(unfinished);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } finally {
      unfinished.toFile().delete();
    }
  }

  /** It is locked until it is closed, so that others see whether its process was killed. */
  private OutputStream create(Path unfinished) {
    deleteLeftovers(unfinished);
    try {
      while (true) {
        var channel =
            FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        if (channel.tryLock() != null && Files.exists(unfinished, LinkOption.NOFOLLOW_LINKS)) {
          return Channels.newOutputStream(channel);
        }
        channel.close(); // another process has taken it for a leftover before it was locked
      }
    } catch (IOException failed) {
      throw refusal("cannot be made: " + PrintableText.reason(failed));
    }
  }

  /** What processes have left behind that were killed. */
  private static void deleteLeftovers(Path unfinished) {
    var parent = unfinished.toAbsolutePath().getParent();
    if (parent == null) {
      return;
    }
    try (var files = Files.newDirectoryStream(parent, ".metasched-*.unfinished")) {
      for (var file : files) {
        // to close a file of this process would unlock it
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
            && !file.getFileName().equals(unfinished.getFileName())) {
          deleteUnlocked(file);
        }
      }
    } catch (IOException | RuntimeException unreadable) {
      // what cannot be read stays
    }
  }

  private static void deleteUnlocked(Path file) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      if (channel.tryLock() != null) {
        Files.deleteIfExists(file);
      }
    }
  }

  private void write(Content content, OutputStream bytes) throws IOException {
    boolean isPacked = target.getFileName().toString().endsWith(".gz");
    try (bytes;
        var packed = isPacked ? new GZIPOutputStream(bytes) : bytes;
        var text =
            new BufferedWriter(new OutputStreamWriter(packed, StandardCharsets.UTF_8), 1 << 16)) {
      content.write(text);
    }
  }

  private void move(Path unfinished) throws IOException {
    try {
      if (force) {
        Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
      } else {
        Files.move(unfinished, target);
      }
    } catch (FileAlreadyExistsException taken) {
      requireFree();
      throw taken;
    }
  }

  private void requireFree() {
    var folder = target.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw refusal("cannot be made: its folder does not exist");
    }
    if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
      throw refusal("is there already, is no regular file and is not replaced");
    }
    if (!force) {
      throw refusal("exists already; choose another name or replace it with --force");
    }
  }

  private UsageException refusal(String what) {
    return new UsageException("--out %s: %s".formatted(PrintableText.escaped(target), what));
  }
}
