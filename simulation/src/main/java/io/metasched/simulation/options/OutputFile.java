package io.metasched.simulation.options;

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
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * Text file that appears under its name only when it is complete. Until then, it is {@code
 * .metasched-PID.unfinished} in the same folder. A file whose name ends in {@code .gz} is
 * compressed.
 */
public final class OutputFile {
  /** Writer of the content of a file. */
  @FunctionalInterface
  public interface Content {
    void write(Writer text) throws IOException;
  }

  private final Path target;
  private final boolean force;

  private OutputFile(Path target, boolean force) {
    this.target = target;
    this.force = force;
  }

  /**
   * Creates a file to be written.
   *
   * @param target path of the file; must not exist
   * @param force allows {@code target} to be a file, which is replaced
   * @throws UsageException if the file could not be created at the end
   */
  public static OutputFile at(Path target, boolean force) {
    var file = new OutputFile(target.toAbsolutePath().normalize(), force);
    file.requireFree();
    return file;
  }

  /**
   * Creates a file to be written under the name given by {@code --out}.
   *
   * @param force allows the file to exist; it is replaced
   * @param endings allowed ends of the name, at least two
   * @throws UsageException if the name has another end, or if the file could not be created at the
   *     end
   */
  public static OutputFile named(String name, boolean force, String... endings) {
    var all = List.of(endings);
    if (all.stream().noneMatch(name::endsWith)) {
      int last = all.size() - 1;
      throw new UsageException(
          "--out: must be a file name that ends in %s or %s, but is %s"
              .formatted(
                  String.join(", ", all.subList(0, last)),
                  all.get(last),
                  PrintableText.quoted(name)));
    }
    try {
      return at(Path.of(name), force);
    } catch (InvalidPathException noPath) {
      throw new UsageException("--out: is not a file name: " + PrintableText.quoted(name));
    }
  }

  public Path path() {
    return target;
  }

  /**
   * Writes the file.
   *
   * @throws UsageException if the file cannot be created, or has been created by others in the
   *     meantime
   */
  public void write(Content content) {
    long pid = ProcessHandle.current().pid();
    var unfinished = target.resolveSibling(".metasched-" + pid + ".unfinished");
    var bytes = create(unfinished);
    unfinished.toFile().deleteOnExit(); // even if the program is stopped
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

  /**
   * Creates the unfinished file, locked until it is closed. An unlocked file reveals that its
   * process was killed.
   */
  private OutputStream create(Path unfinished) {
    deleteLeftovers(unfinished);
    try {
      while (true) {
        var channel =
            FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        if (channel.tryLock() != null && Files.exists(unfinished, LinkOption.NOFOLLOW_LINKS)) {
          return Channels.newOutputStream(channel);
        }
        channel.close(); // another process mistook it for a leftover before it was locked
      }
    } catch (IOException failed) {
      throw refusal("cannot be created: " + PrintableText.reason(failed));
    }
  }

  /** Deletes files left by killed processes. */
  private static void deleteLeftovers(Path unfinished) {
    var parent = unfinished.toAbsolutePath().getParent();
    if (parent == null) {
      return;
    }
    try (var files = Files.newDirectoryStream(parent, ".metasched-*.unfinished")) {
      for (var file : files) {
        // closing a file of this process would unlock it
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
            && !file.getFileName().equals(unfinished.getFileName())) {
          deleteUnlocked(file);
        }
      }
    } catch (IOException | RuntimeException unreadable) {
      // unreadable files are kept
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
      throw refusal("cannot be created: its folder does not exist");
    }
    if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
      throw refusal("exists already, is not a regular file and is not replaced");
    }
    if (!force) {
      throw refusal("exists already; choose another name or replace it with --force");
    }
  }

  private UsageException refusal(String what) {
    return new UsageException("--out %s: %s".formatted(PrintableText.escaped(target), what));
  }
}
