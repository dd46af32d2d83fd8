package io.metasched.simulation.rows;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Creation and deletion of folders. */
public final class FolderTree {
  private FolderTree() {}

  static boolean isEmpty(Path folder) throws IOException {
    try (var entries = Files.newDirectoryStream(folder)) {
      return !entries.iterator().hasNext();
    }
  }

  /**
   * Creates a folder and its missing parents.
   *
   * @param made receives the created folders, the deepest first, including those created before a
   *     failure
   */
  static void make(Path folder, Deque<Path> made) throws IOException {
    var missing = new ArrayDeque<Path>();
    for (var each = folder; each != null && !Files.exists(each); each = each.getParent()) {
      missing.push(each);
    }
    for (var each : missing) {
      requireFolder(each.getParent());
      try {
        Files.createDirectory(each);
        made.push(each);
      } catch (FileAlreadyExistsException madeByAnother) {
        // acceptable if it is a folder
      }
    }
    requireFolder(folder);
  }

  private static void requireFolder(@Nullable Path path) throws IOException {
    if (path != null && !Files.isDirectory(path)) {
      throw new IOException("%s is not a folder".formatted(path));
    }
  }

  /** Deletes folders in order, up to the first that is in use. */
  static void deleteEmpty(Iterable<Path> folders) {
    for (var folder : folders) {
      try {
        Files.deleteIfExists(folder);
      } catch (IOException inUse) {
        return;
      }
    }
  }

  /** Deletes a folder with its content, without following links out of it. */
  public static void delete(Path folder) throws IOException {
    try {
      Files.walkFileTree(folder, new Deletion());
    } catch (NoSuchFileException gone) {
      // already deleted
    }
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failed)
        throws IOException {
      if (failed != null) {
        throw failed;
      }
      Files.deleteIfExists(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
