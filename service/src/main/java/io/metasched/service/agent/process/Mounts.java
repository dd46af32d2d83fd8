package io.metasched.service.agent.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Temporary folders of a run as lines of an fstab. Folders on disk are inside the run's folder:
 * they count towards the size of the run's folder, are inaccessible to others and are deleted with
 * this folder. The temporary folder in memory has a size limit and is removed when the run ends.
 */
final class Mounts {
  /** Bytes of a page, the least size of a file in memory. */
  static final long PAGE = 4096;

  private static final Path IN_MEMORY = Path.of("/dev/shm");
  private static final long LEAST = 1 << 20; // must be above 0, which means no limit
  private static final List<Path> ON_DISK =
      List.of(Path.of("/tmp"), Path.of("/var/tmp"), Path.of("/run/lock"));
  private static final Path TERMINALS = Path.of("/dev/pts");
  private static final int MOST_TERMINALS = 256; // of the 3,072 that Linux allows for all runs
  private static final Path QUEUES = Path.of("/dev/mqueue");

  private Mounts() {}

  /**
   * Returns the lines of the fstab. A temporary folder of the machine that contains the folder of
   * the run is not replaced.
   *
   * @param own folder that replaces the folders on disk
   * @param memory limit of the folder in memory, in bytes, with one file per 4 KiB
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

  /**
   * Returns the lines for private mounts of a run that the machine supports: terminals and message
   * queues.
   */
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

  /** Returns the line for the root, bound from the machine's root after all other mounts. */
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
