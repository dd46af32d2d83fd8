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
 * A process's hold on a folder of its own: a file in it that is locked until the process ends,
 * however it ends. So others see whether the folder is a leftover, and none takes a process with
 * the same number for its owner.
 */
public final class FolderOwner implements AutoCloseable {
  private static final String FILE = ".owner.lock";

  /** On some systems a lock ends when its process closes the file a second time. */
  private static final Set<Path> OURS = new ConcurrentSkipListSet<>();

  private final Path file;
  private final FileChannel channel;

  private FolderOwner(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes hold of a folder that this process has made.
   *
   * @throws IOException when the file cannot be made or locked
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
      // it appears under its name only when it is locked
      Files.move(unlocked, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      OURS.remove(file);
      channel.close();
      throw e;
    }
    return new FolderOwner(file, channel);
  }

  /** The folders in a parent that match a glob and whose owners have ended. */
  public static List<Path> leftovers(Path parent, String glob) {
    var found = new ArrayList<Path>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, glob)) {
      for (var folder : folders) {
        if (isLeftover(folder)) {
          found.add(folder);
        }
      }
    } catch (IOException | RuntimeException unreadable) {
      // what cannot be read stays
    }
    return found;
  }

  /** One without the file was just made, or is about to get its name, or is none of ours. */
  private static boolean isLeftover(Path folder) {
    var file = folder.resolve(FILE).toAbsolutePath().normalize();
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
        || OURS.contains(file)
        || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      // an owner that has released the folder since then has deleted the file first
      return channel.tryLock() != null && Files.exists(file, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException | OverlappingFileLockException inUse) {
      return false;
    }
  }

  /** Lets go of the folder, which stays and is no leftover. */
  @Override
  public void close() throws IOException {
    try {
      Files.deleteIfExists(file);
    } catch (NoSuchFileException gone) {
      // with its folder
    } finally {
      channel.close();
      OURS.remove(file);
    }
  }
}
