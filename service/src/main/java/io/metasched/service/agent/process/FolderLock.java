package io.metasched.service.agent.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/** Lock on the folder of an agent, held by one agent at a time. */
public final class FolderLock implements AutoCloseable {
  private static final Path LOCKS = Path.of("/proc/locks");
  private static final int INODE = 5; // index of the inode, after the pid, in a line of LOCKS

  private final FileChannel file;

  private FolderLock(FileChannel file) {
    this.file = file;
  }

  /**
   * Locks a folder, which must exist.
   *
   * @throws AgentException if another agent uses the folder
   */
  public static FolderLock take(Path folder) throws IOException {
    var lock = folder.resolve("agent.lock");
    var file = open(lock);
    if (lock(file).isEmpty()) {
      file.close();
      throw new AgentException(
          "%s: another agent uses this folder%s".formatted(folder, holder(lock)));
    }
    return new FolderLock(file);
  }

  private static FileChannel open(Path lock) throws IOException {
    var own = PosixFilePermissions.fromString(DurableFiles.OWN_ONLY);
    var options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    var file = FileChannel.open(lock, options, PosixFilePermissions.asFileAttribute(own));
    Files.setPosixFilePermissions(lock, own); // earlier versions set other permissions
    return file;
  }

  /** Returns the process that holds a lock on a file, as a part of a sentence. */
  private static String holder(Path file) throws IOException {
    var inode = ":" + Files.getAttribute(file, "unix:ino");
    try (var locks = Files.lines(LOCKS)) {
      return locks
          .map(line -> line.strip().split("\\s+", -1))
          .filter(words -> words.length > INODE && words[INODE].endsWith(inode))
          .map(words -> ": process " + words[INODE - 1])
          .findFirst()
          .orElse("");
    } catch (IOException | UncheckedIOException hidden) {
      return "";
    }
  }

  private static Optional<FileLock> lock(FileChannel file) throws IOException {
    try {
      return Optional.ofNullable(file.tryLock());
    } catch (OverlappingFileLockException inThisJvm) {
      return Optional.empty();
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
