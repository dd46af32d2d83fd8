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
  private static final Path IN_MEMORY = Path.of("/dev/shm");
  private static final long LEAST = 1 << 20; // as a size of 0 is none
  private static final long BYTES_FOR_FILE = 4096;
  private static final List<Path> ON_DISK = List.of(Path.of("/tmp"), Path.of("/var/tmp"));

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
              .formatted(IN_MEMORY, most, most / BYTES_FOR_FILE));
    }
    return text.toString();
  }

  private static String escaped(Path path) {
    return path.toString()
        .replace("\\", "\\134")
        .replace(" ", "\\040")
        .replace("\t", "\\011")
        .replace("\n", "\\012");
  }
}
