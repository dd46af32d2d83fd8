package io.metasched.simulation.rows;

import io.metasched.metascheduler.deployment.FolderOwner;
import io.metasched.metascheduler.program.PrintableText;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A folder for results that appears under its name only when it is complete. Until then it is
 * {@code .NAME.unfinished-PID} beside its place, and is deleted on {@link #close} and when the JVM
 * is interrupted; those of processes that were killed are deleted when the next one is made beside.
 */
public final class ResultFolder implements AutoCloseable {
  /** The file by which a folder is known to be one of ours. */
  public static final String SUMMARY = "summary.json";

  private final Path target;
  private final boolean force;
  private final Deque<Path> madeParents = new ArrayDeque<>();
  private final Path unfinished;
  private final FolderOwner owner;
  private final Thread onInterrupt = new Thread(this::interrupt, "delete-unfinished-results");
  private boolean open;
  private boolean interrupted;

  private ResultFolder(Path target, boolean force) {
    this.target = target;
    this.force = force;
    requireFree();
    try {
      Runtime.getRuntime().addShutdownHook(onInterrupt);
    } catch (IllegalStateException shuttingDown) {
      throw refusal("is not made: the program is being stopped");
    }
    // an interrupt comes before this, and nothing is made, or behind it
    synchronized (this) {
      try {
        if (interrupted) {
          throw refusal("is not made: the program is being stopped");
        }
        makeParents();
        deleteLeftovers();
        unfinished = makeBeside("unfinished");
        owner = owned();
      } catch (ResultFolderException refused) {
        FolderTree.deleteEmpty(madeParents);
        forgetHook();
        throw refused;
      }
      open = true;
    }
  }

  private synchronized void interrupt() {
    interrupted = true;
    abandon();
  }

  /**
   * Makes the folder to write into.
   *
   * @param target what it will become; must not exist
   * @param force lets {@code target} be a folder that is empty or has a summary, which is replaced
   * @throws ResultFolderException when the target could not be made in the end
   */
  public static ResultFolder open(Path target, boolean force) {
    return new ResultFolder(target.toAbsolutePath().normalize(), force);
  }

  /** The first of {@code results/name-1}, {@code name-2} and so on behind all that exist. */
  public static Path nextFree(Path results, String name) {
    return ResultNames.nextFree(results, name);
  }

  /** Where to write. */
  public Path path() {
    return unfinished;
  }

  /** What it becomes. */
  public Path target() {
    return target;
  }

  /**
   * Gives the folder its name, all at once; nothing can be written through {@link #path} any more.
   *
   * @throws ResultFolderException when the target has come into being meanwhile, or the file system
   *     refuses; the folder is still unfinished then
   */
  public synchronized void commit() {
    if (!open) {
      throw refusal("was closed already");
    }
    requireFree();
    release();
    var old = setAside();
    try {
      Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failed) {
      putBack(old);
      throw refusal("cannot be made: " + PrintableText.reason(failed));
    }
    open = false;
    forgetHook();
    if (old != null) {
      delete(old);
    }
  }

  /** Deletes what is unfinished, with the parents made for it; does nothing after a commit. */
  @Override
  public void close() {
    forgetHook();
    abandon();
  }

  private synchronized void abandon() {
    if (open) {
      open = false;
      try {
        delete(renamed(unfinished));
      } finally {
        release();
      }
      FolderTree.deleteEmpty(madeParents);
    }
  }

  /** Out of the reach of a thread that still writes to it. */
  private static Path renamed(Path folder) {
    var abandoned = folder.resolveSibling(folder.getFileName() + ".abandoned");
    try {
      return Files.move(folder, abandoned, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException unmoved) {
      return folder;
    }
  }

  private void forgetHook() {
    try {
      Runtime.getRuntime().removeShutdownHook(onInterrupt);
    } catch (IllegalStateException shuttingDown) {
      // then the hook runs, and finds nothing left to do
    }
  }

  private void requireFree() {
    if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (!force) {
      throw refusal("exists already; choose another place or replace it with --force");
    }
    if (!Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
      throw refusal("is not a folder and is not replaced");
    }
    if (!Files.isRegularFile(target.resolve(SUMMARY)) && !isEmpty(target)) {
      throw refusal("has no %s and is not empty: it is not replaced".formatted(SUMMARY));
    }
  }

  private boolean isEmpty(Path folder) {
    try {
      return FolderTree.isEmpty(folder);
    } catch (IOException unreadable) {
      throw refusal("cannot be read: " + PrintableText.reason(unreadable));
    }
  }

  private void makeParents() {
    var parent = target.getParent();
    if (parent == null) {
      throw refusal("is not a place for results");
    }
    try {
      FolderTree.make(parent, madeParents);
    } catch (IOException failed) {
      throw refusal("cannot be made: " + PrintableText.reason(failed));
    }
  }

  /** What processes have left behind that were killed. */
  private void deleteLeftovers() {
    var parent = target.getParent();
    if (parent != null) {
      for (var leftover : FolderOwner.leftovers(parent, ResultNames.UNFINISHED_FOLDERS)) {
        try {
          FolderTree.delete(leftover);
        } catch (IOException inUse) {
          // another process deletes the same one, or it may not be deleted
        }
      }
    }
  }

  private FolderOwner owned() {
    try {
      return FolderOwner.of(unfinished);
    } catch (IOException failed) {
      delete(unfinished);
      throw refusal("cannot be made: " + PrintableText.reason(failed));
    }
  }

  private void release() {
    try {
      owner.close();
    } catch (IOException failed) {
      throw refusal("cannot be made: " + PrintableText.reason(failed));
    }
  }

  /** A new folder {@code .NAME.purpose-PID} beside the target. */
  private Path makeBeside(String purpose) {
    for (int n = 1; ; n++) {
      var folder = beside(purpose, n);
      try {
        return Files.createDirectory(folder);
      } catch (FileAlreadyExistsException taken) {
        // by this process before, or by one of another host
      } catch (IOException failed) {
        throw refusal("cannot be made: " + PrintableText.reason(failed));
      }
    }
  }

  private Path beside(String purpose, int n) {
    var name = ResultNames.hidden(String.valueOf(target.getFileName()), purpose);
    var pid = ProcessHandle.current().pid();
    return target.resolveSibling(name + pid + (n == 1 ? "" : "-" + n));
  }

  private @Nullable Path setAside() {
    if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      return null;
    }
    var old = makeBeside("replaced");
    try {
      // a rename onto an empty folder replaces it
      return Files.move(target, old, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failed) {
      delete(old);
      throw refusal("cannot be replaced: " + PrintableText.reason(failed));
    }
  }

  private void putBack(@Nullable Path old) {
    if (old != null) {
      try {
        Files.move(old, target, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException failed) {
        throw refusal(
            "is lost to %s: %s"
                .formatted(PrintableText.escaped(old), PrintableText.reason(failed)));
      }
    }
  }

  private void delete(Path folder) {
    try {
      FolderTree.delete(folder);
    } catch (IOException failed) {
      throw refusal(
          "leaves %s behind: %s"
              .formatted(PrintableText.escaped(folder), PrintableText.reason(failed)));
    }
  }

  private ResultFolderException refusal(String what) {
    return new ResultFolderException("%s: %s".formatted(PrintableText.escaped(target), what));
  }
}
