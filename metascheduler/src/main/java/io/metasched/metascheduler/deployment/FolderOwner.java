package io.metasched.metascheduler.deployment;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * Ownership of a folder by a process: a file in the folder that is locked until the process ends,
 * however it ends. Other processes can thus detect a leftover folder, and do not mistake another
 * process with the same process id for its owner.
 */
public final class FolderOwner implements AutoCloseable {
  private static final String FILE = ".owner.lock";

  /**
   * Lock files of this process; on some systems, a lock ends when its process closes the file a
   * second time.
   */
  private static final Set<Path> OURS = new ConcurrentSkipListSet<>();

  private final Path file;
  private final FileChannel channel;

  private FolderOwner(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Locks a folder that this process has made.
   *
   * @throws IOException if the lock file cannot be made or locked
   */
  public static FolderOwner of(Path folder) throws IOException {
    var file = folder.resolve(FILE).toAbsolutePath().normalize();
    var unlocked = folder.resolve(FILE + ".new");
    var channel =
        FileChannel.open(unlocked, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() == null) {
        throw new IOException("%s is locked by another process".formatted(folder));
      }
      OURS.add(file);
      // the file gets its final name only after it is locked
      Files.move(unlocked, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      OURS.remove(file);
      channel.close();
      throw e;
    }
    return new FolderOwner(file, channel);
  }

  /** Returns the folders in {@code parent} that match {@code glob} and whose owners have ended. */
  public static List<Path> leftovers(Path parent, String glob) {
    var found = new ArrayList<Path>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, glob)) {
      for (var folder : folders) {
        if (isLeftover(folder)) {
          found.add(folder);
        }
      }
    } catch (IOException | RuntimeException unreadable) {
      // unreadable folders stay
    }
    return found;
  }

  /**
   * Returns whether a folder is a leftover. A folder without the lock file was just made, is about
   * to be renamed, or does not belong to this program.
   */
  private static boolean isLeftover(Path folder) {
    var file = folder.resolve(FILE).toAbsolutePath().normalize();
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
        || OURS.contains(file)
        || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      // an owner that has released the folder in the meantime deleted the lock file before
      return channel.tryLock() != null && Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException | OverlappingFileLockException inUse) {
      return false;
    }
  }

  /** Releases the folder, which is kept and does not count as a leftover. */
  @Override
  public void close() throws IOException {
    try {
      Files.deleteIfExists(file);
    } catch (NoSuchFileException gone) {
      // the file is already deleted with its folder
    } finally {
      channel.close();
      OURS.remove(file);
    }
  }
}
