package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Small disk mounted below a folder of a test. Skips the test if no disk can be mounted. */
final class TestedDisk implements AutoCloseable {
  private final Path path;

  private TestedDisk(Path folder) throws IOException {
    TestedAgent.requireSupervisors();
    // for jobs, which run as another user
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    path = Files.createDirectory(folder.resolve("disk"));
  }

  /** Mounts a disk of 1 MiB, which fills up quickly. */
  static TestedDisk inMemory(Path folder) throws IOException {
    return inMemory(folder, "1m");
  }

  /** Mounts a disk of the given size, in the syntax of {@code mount}. */
  static TestedDisk inMemory(Path folder, String size) throws IOException {
    var disk = new TestedDisk(folder);
    disk.mount("-t", "tmpfs", "-o", "size=" + size, "tmpfs");
    return disk;
  }

  /** Mounts a disk that can be frozen. */
  static TestedDisk inFile(Path folder) throws IOException {
    var disk = new TestedDisk(folder);
    var image = folder.resolve("image").toString();
    try (var file = new RandomAccessFile(image, "rw")) {
      file.setLength(8 << 20);
    }
    assumeTrue(
        isDone("mkfs.ext4", "-q", "-F", "-m", "0", "-O", "^has_journal", image), "no mkfs.ext4");
    disk.mount("-o", "loop,noatime", image);
    return disk;
  }

  private void mount(String... what) {
    var command = new String[what.length + 2];
    command[0] = "mount";
    System.arraycopy(what, 0, command, 1, what.length);
    command[what.length + 1] = path.toString();
    assumeTrue(isDone(command), "only root can mount a small disk");
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

  Path path() {
    return path;
  }

  /** Freezes the disk: from now on, writers block and cannot be killed. */
  void freeze() {
    assertThat(isDone("fsfreeze", "--freeze", path.toString())).isTrue();
  }

  void thaw() {
    assertThat(isDone("fsfreeze", "--unfreeze", path.toString())).isTrue();
  }

  @Override
  public void close() {
    isDone("fsfreeze", "--unfreeze", path.toString());
    isDone("umount", "-l", path.toString());
  }
}
