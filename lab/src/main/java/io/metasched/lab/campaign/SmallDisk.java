package io.metasched.lab.campaign;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Small disk for a folder, available to root only: an image in a file, which can be full and can
 * stall, or memory, which can be full.
 */
final class SmallDisk implements AutoCloseable {
  private static final long BYTES = 128L << 20;
  private static final int PIECE = 4096;
  private static final double SLOW_SECONDS = 0.2;
  private static final double BETWEEN_SECONDS = 0.02;

  // always unfreezes, even if the campaign is terminated meanwhile
  private static final String FREEZE =
      """
      trap '' HUP INT TERM
      i=0
      while [ $i -lt $2 ]; do
        fsfreeze --freeze "$1" || exit 1
        sleep "$3"
        fsfreeze --unfreeze "$1"
        sleep "$4"
        i=$((i + 1))
      done
      """;

  private final Path folder;
  private final Kind kind;

  private enum Kind {
    NONE,
    MEMORY,
    IMAGE
  }

  private SmallDisk(Path folder, Kind kind) {
    this.folder = folder;
    this.kind = kind;
  }

  /** Mounts a disk if this user is allowed to. */
  static SmallDisk at(Path folder) throws IOException {
    if (isImageMounted(folder)) {
      return new SmallDisk(folder, Kind.IMAGE);
    }
    var options = "size=%d,mode=711".formatted(BYTES);
    boolean isDone = isDone("mount", "-t", "tmpfs", "-o", options, "tmpfs", folder.toString());
    return new SmallDisk(folder, isDone ? Kind.MEMORY : Kind.NONE);
  }

  private static boolean isImageMounted(Path folder) throws IOException {
    var image = folder.resolveSibling("disk.img");
    try (var file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(BYTES);
    }
    // no journal: its content need not survive a power loss of this machine
    return isDone("mkfs.ext4", "-q", "-F", "-m", "0", "-O", "^has_journal", image.toString())
        && isDone("mount", "-o", "loop,noatime", image.toString(), folder.toString());
  }

  private static boolean isDone(String... command) {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .onExit()
              .join()
              .exitValue()
          == 0;
    } catch (IOException unknown) {
      return false;
    }
  }

  boolean isMounted() {
    return kind != Kind.NONE;
  }

  boolean isStallable() {
    return kind == Kind.IMAGE;
  }

  /** Fills the disk to the last byte. */
  void fill() {
    var piece = new byte[PIECE];
    try (var file = Files.newOutputStream(filling())) {
      while (true) {
        file.write(piece);
      }
    } catch (IOException full) {
      // expected: the disk is full
    }
  }

  private Path filling() {
    return folder.resolve("filling");
  }

  void free() throws IOException {
    Files.deleteIfExists(filling());
  }

  /** Stalls all writes for {@code millis}; the writing processes cannot be killed meanwhile. */
  void stall(long millis) throws IOException {
    freeze(1, millis / 1000.0, 0);
  }

  /** Delays each write by up to 0.2 s, for about {@code millis}. */
  void slowDown(long millis) throws IOException {
    long times = Math.max(1, Math.round(millis / 1000.0 / (SLOW_SECONDS + BETWEEN_SECONDS)));
    freeze(times, SLOW_SECONDS, BETWEEN_SECONDS);
  }

  private void freeze(long times, double seconds, double between) throws IOException {
    var words = List.of("sh", "-c", FREEZE, "freeze", folder.toString(), "" + times);
    var command = new ArrayList<>(words);
    command.add(String.format(Locale.ROOT, "%.3f", seconds));
    command.add(String.format(Locale.ROOT, "%.3f", between));
    if (!isDone(command.toArray(String[]::new))) {
      throw new IOException("%s cannot be frozen".formatted(folder));
    }
  }

  /** Unmounts the disk; its content is lost. */
  @Override
  public void close() {
    if (isMounted()) {
      isDone("umount", "-l", folder.toString());
    }
  }
}
