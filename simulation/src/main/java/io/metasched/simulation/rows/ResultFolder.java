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
 * Folder for results that appears under its name only when it is complete. Until then, it is {@code
 * .NAME.unfinished-PID} in the same parent; it is deleted on {@link #close} and when the JVM is
 * interrupted. Unfinished folders of killed processes are deleted when the next one is created in
 * the same parent.
 */
public final class ResultFolder implements AutoCloseable {
  /** Name of the file that identifies a folder as a result. */
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
      throw refusal("is not created: the program is being stopped");
    }
    // an interrupt is handled either before this, and nothing is created, or after it
    synchronized (this) {
      try {
        if (interrupted) {
          throw refusal("is not created: the program is being stopped");
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
   * Creates the folder to write into.
   *
   * @param target final path; must not exist
   * @param force allows {@code target} to be a folder that is empty or has a summary, which is
   *     replaced
   * @throws ResultFolderException if the target could not be created at the end
   */
  public static ResultFolder open(Path target, boolean force) {
    return new ResultFolder(target.toAbsolutePath().normalize(), force);
  }

  /**
   * Returns the path {@code results/name-N}, where N is the first number after all existing ones,
   * from 1.
   */
  public static Path nextFree(Path results, String name) {
    return ResultNames.nextFree(results, name);
  }

  /** Returns the folder to write into. */
  public Path path() {
    return unfinished;
  }

  /** Returns the final path. */
  public Path target() {
    return target;
  }

  /**
   * Renames the folder to its final name, atomically; afterwards nothing can be written through
   * {@link #path}.
   *
   * @throws ResultFolderException if the target has been created by others in the meantime, or if
   *     the file system refuses the renaming; the folder then remains unfinished
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
      throw refusal("cannot be created: " + PrintableText.reason(failed));
    }
    open = false;
    forgetHook();
    if (old != null) {
      delete(old);
    }
  }

  /**
   * Deletes an unfinished folder, with the parents created for it; has no effect after a commit.
   */
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

  /** Renames the folder, so that a thread that still writes cannot reach it; returns its path. */
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
      // the hook runs, and finds nothing left to do
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
      throw refusal("cannot be a folder of results");
    }
    try {
      FolderTree.make(parent, madeParents);
    } catch (IOException failed) {
      throw refusal("cannot be created: " + PrintableText.reason(failed));
    }
  }

  /** Deletes folders left by killed processes. */
  private void deleteLeftovers() {
    var parent = target.getParent();
    if (parent != null) {
      for (var leftover : FolderOwner.leftovers(parent, ResultNames.UNFINISHED_FOLDERS)) {
        try {
          FolderTree.delete(leftover);
        } catch (IOException inUse) {
          // another process deletes the same folder, or it may not be deleted
        }
      }
    }
  }

  private FolderOwner owned() {
    try {
      return FolderOwner.of(unfinished);
    } catch (IOException failed) {
      delete(unfinished);
      throw refusal("cannot be created: " + PrintableText.reason(failed));
    }
  }

  private void release() {
    try {
      owner.close();
    } catch (IOException failed) {
      throw refusal("cannot be created: " + PrintableText.reason(failed));
    }
  }

  /** Creates a new folder {@code .NAME.purpose-PID} in the parent of the target. */
  private Path makeBeside(String purpose) {
    for (int n = 1; ; n++) {
      var folder = beside(purpose, n);
      try {
        return Files.createDirectory(folder);
      } catch (FileAlreadyExistsException taken) {
        // left by an earlier process with this id, or by a process of another host
      } catch (IOException failed) {
        throw refusal("cannot be created: " + PrintableText.reason(failed));
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
            "is now in %s and cannot be moved back: %s"
                .formatted(PrintableText.escaped(old), PrintableText.reason(failed)));
      }
    }
  }

  private void delete(Path folder) {
    try {
      FolderTree.delete(folder);
    } catch (IOException failed) {
      throw refusal(
          "cannot delete %s: %s"
              .formatted(PrintableText.escaped(folder), PrintableText.reason(failed)));
    }
  }

  private ResultFolderException refusal(String what) {
    return new ResultFolderException("%s: %s".formatted(PrintableText.escaped(target), what));
  }
}
