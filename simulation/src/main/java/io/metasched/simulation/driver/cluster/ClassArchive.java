package io.metasched.simulation.driver.cluster;

import io.metasched.metascheduler.program.Sha256;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Archive of loaded classes (AppCDS) with which JVMs of this program start faster. It is stored in
 * the user's cache folder, {@code $XDG_CACHE_HOME/metasched} or {@code ~/.cache/metasched}. The
 * first JVM that finds no archive creates one when it terminates.
 *
 * <p>Write access to an archive allows running any code in a JVM. The folder is therefore created
 * for its owner alone, and a folder that others can write, or that belongs to another user, is not
 * used. The name of an archive contains the JVM and the jar; the archive is written under another
 * name and moved when it is complete. If any of this fails, JVMs start without an archive, and thus
 * more slowly.
 */
record ClassArchive(Path file) {
  private static final List<String> OWN_CHOICES =
      List.of("-XX:SharedArchiveFile", "-XX:ArchiveClassesAtExit", "-XX:DumpLoaded", "-Xshare:off");

  private static final int ID_DIGITS = 16;

  /**
   * Returns the archive of JVMs with this class path; empty if there cannot be one.
   *
   * @param environment environment variables that determine the cache folder
   * @param home home folder of the user
   * @param jvm identity of the JVM: an archive works for one only
   * @param classPath single jar; other class paths have no archive
   * @param options options of the JVMs, in which the user may have chosen an archive
   */
  static Optional<ClassArchive> of(
      Map<String, String> environment,
      String home,
      String jvm,
      String classPath,
      List<String> options) {
    var jar = Path.of(classPath.isEmpty() ? "." : classPath).toAbsolutePath();
    boolean isChosen =
        options.stream().anyMatch(option -> OWN_CHOICES.stream().anyMatch(option::startsWith));
    if (isChosen || !classPath.endsWith(".jar") || !Files.isRegularFile(jar)) {
      return Optional.empty();
    }
    try {
      var folder = UserCache.folder(environment, home);
      var jarTime = Files.getLastModifiedTime(jar).toMillis();
      deleteLeftovers(folder);
      var id = Sha256.of("%s\n%s\n%d\n%d".formatted(jvm, jar, Files.size(jar), jarTime));
      return Optional.of(
          new ClassArchive(folder.resolve("node-" + id.substring(0, ID_DIGITS) + ".jsa")));
    } catch (IOException
        | DirectoryIteratorException
        | UnsupportedOperationException
        | SecurityException inTheWay) {
      return Optional.empty();
    }
  }

  /** Deletes archives of JVMs whose caller was killed before it could keep them. */
  private static void deleteLeftovers(Path folder) throws IOException {
    try (var unfinished = Files.newDirectoryStream(folder, "node-*.jsa.*.tmp")) {
      for (var file : unfinished) {
        var caller = file.toString().replaceFirst(".*[.]jsa[.]([0-9]{1,18})[.]tmp$", "$1");
        if (caller.matches("[0-9]+") && ProcessHandle.of(Long.parseLong(caller)).isEmpty()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  boolean isThere() {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  /** Returns the JVM option that uses the archive. */
  String use() {
    return "-XX:SharedArchiveFile=" + file;
  }

  /** Returns the JVM option that creates the archive at the end of the JVM; see {@link #keep}. */
  String make() {
    return "-XX:ArchiveClassesAtExit=" + unfinished();
  }

  /** Moves the archive of a JVM that has ended to its final name. */
  void keep() {
    try {
      Files.move(unfinished(), file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException nothingMade) {
      discard();
    }
  }

  /** Deletes the archive of a JVM that did not end normally. */
  void discard() {
    try {
      Files.deleteIfExists(unfinished());
    } catch (IOException inTheWay) {
      // the file remains, but is never used
    }
  }

  private Path unfinished() {
    return file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
  }
}
