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
 * The archive of loaded classes (AppCDS) with which JVMs of this program start faster. It lies in
 * the user's cache folder, {@code $XDG_CACHE_HOME/metasched} or {@code ~/.cache/metasched}, and is
 * made by the first JVM that finds none as it ends.
 *
 * <p>Whoever can write an archive can have a JVM run anything. So the folder is made for its owner
 * alone, and one that others can write, or that is another user's, is not used. An archive has the
 * JVM and the jar in its name; it is written beside its place and moved there when it is complete.
 * Where anything is in the way there is no archive, and JVMs start as slowly as without.
 */
final class ClassArchive {
  private static final List<String> OWN_CHOICES =
      List.of("-XX:SharedArchiveFile", "-XX:ArchiveClassesAtExit", "-XX:DumpLoaded", "-Xshare:off");

  private static final int ID_DIGITS = 16;

  private final Path file;

  private ClassArchive(Path file) {
    this.file = file;
  }

  /**
   * The archive of JVMs with this class path; empty where there cannot be one.
   *
   * @param environment variables that say where the cache folder is
   * @param home the user's home folder
   * @param jvm what the JVM is: an archive is for one only
   * @param classPath a single jar; no other path has an archive
   * @param options of the JVMs, in which the user may have chosen an archive
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

  /** Deletes what JVMs have made whose caller was killed before it could keep it. */
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

  /** Whether there is one. */
  boolean isThere() {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  /** The option of a JVM that uses it. */
  String use() {
    return "-XX:SharedArchiveFile=" + file;
  }

  /** The option of a JVM that makes it as it ends; see {@link #keep}. */
  String make() {
    return "-XX:ArchiveClassesAtExit=" + unfinished();
  }

  /** Takes over what a JVM has made, which has ended. */
  void keep() {
    try {
      Files.move(unfinished(), file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException nothingMade) {
      discard();
    }
  }

  /** Removes what a JVM has left that did not end as it should. */
  void discard() {
    try {
      Files.deleteIfExists(unfinished());
    } catch (IOException inTheWay) {
      // then it lies there, and is never used
    }
  }

  private Path unfinished() {
    return file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
  }
}
