package io.metasched.service.agent.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Temporary folders of a run, as lines of an fstab: those on the disk are in the folder of the run,
 * so that they count there, are closed to others and go with it; that in memory is bounded, and
 * ends with the run.
 */
final class Mounts {
  /** Bytes of a page, which each file in memory takes at least. */
  static final long PAGE = 4096;

  private static final Path IN_MEMORY = Path.of("/dev/shm");
  private static final long LEAST = 1 << 20; // as a size of 0 is none
  private static final List<Path> ON_DISK =
      List.of(Path.of("/tmp"), Path.of("/var/tmp"), Path.of("/run/lock"));
  private static final Path TERMINALS = Path.of("/dev/pts");
  private static final int MOST_TERMINALS = 256; // of the 3,072 that Linux gives to all runs
  private static final Path QUEUES = Path.of("/dev/mqueue");

  private Mounts() {}

  /**
   * Returns the lines. A temporary folder of the machine that has the folder of the run itself
   * stays as it is.
   *
   * @param own in place of those on the disk
   * @param memory most bytes of that in memory, with a file for each 4 KiB
   */
  static String text(Path own, long memory) throws IOException {
    var text = new StringBuilder();
    for (var shared : ON_DISK) {
      if (Files.isDirectory(shared) && !own.startsWith(shared.toRealPath())) {
        text.append("%s %s none bind 0 0\n".formatted(escaped(own), shared));
      }
    }
    if (Files.isDirectory(IN_MEMORY) && !own.startsWith(IN_MEMORY)) {
      long most = Math.max(LEAST, memory);
      text.append(
          "metasched %s tmpfs mode=1777,nosuid,nodev,size=%d,nr_inodes=%d 0 0\n"
              .formatted(IN_MEMORY, most, most / PAGE));
    }
    return text.toString();
  }

  /** Returns lines of what a run shares with nothing else, where its machine can mount it. */
  static String extras() {
    var text = new StringBuilder();
    if (Files.isDirectory(TERMINALS)) {
      text.append(
          "metasched %s devpts newinstance,nosuid,noexec,mode=600,ptmxmode=666,max=%d 0 0\n"
              .formatted(TERMINALS, MOST_TERMINALS));
    }
    if (Files.isDirectory(QUEUES)) {
      text.append("metasched %s mqueue nosuid,nodev,noexec 0 0\n".formatted(QUEUES));
    }
    return text.toString();
  }

  /** Returns the line of a root that is the one of the machine, after all other mounts. */
  static String root(Path own) {
    return "/ %s none rbind 0 0\n".formatted(escaped(own));
  }

  private static String escaped(Path path) {
    return path.toString()
        .replace("\\", "\\134")
        .replace(" ", "\\040")
        .replace("\t", "\\011")
        .replace("\n", "\\012");
  }
}
