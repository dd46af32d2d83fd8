package io.metasched.metascheduler.deployment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/**
 * Folder of this process that is deleted when it is closed, or when the process ends in any other
 * way, including kill -9. A shell makes the folder and waits until its standard input ends, which
 * happens at the latest when this process ends. The shell then kills processes that were started
 * for the folder and have lost their parent, unmounts everything that is mounted in the folder, and
 * deletes the folder. If the shell was killed, too, the folder is deleted when the next folder with
 * the same prefix is made.
 */
public final class TemporaryFolder implements AutoCloseable {
  private static final int RANDOM_BYTES = 8;

  // an orphan has the parent that the shell has now; a command line with the folder's random name
  // belongs to a process that was started for it
  private static final String GUARD =
      """
      trap '' HUP INT TERM
      mkdir -m 700 "$1" || exit 1
      echo made
      exec >/dev/null 2>&1
      cat
      orphans() {
        parent=$(sed -n 's/^PPid:[^0-9]*//p' /proc/$$/status)
        for file in $(grep -lsaF -- "$1" /proc/[0-9]*/cmdline); do
          process=${file%/cmdline}
          if [ "$process" != /proc/$$ ] && grep -qs "^PPid:[^0-9]*$parent\\$" "$process/status"; then
            echo "${process#/proc/}"
          fi
        done
      }
      if [ -d /proc/$$ ]; then
        for turn in 1 2 3 4 5 6 7 8; do
          found=$(orphans "$1")
          [ -n "$found" ] || break
          kill -9 $found
          sleep 0.2
        done
        while read -r device place rest; do
          case $place in "$1"/*) umount -l "$place" ;; esac
        done </proc/mounts
      fi
      rm -rf -- "$1"
      """;

  private final Path path;
  private final Process guard;
  private final FolderOwner owner;

  private TemporaryFolder(Path path, Process guard) throws IOException {
    this.path = path;
    this.guard = guard;
    owner = FolderOwner.of(path);
  }

  /** Creates a folder in the folder for temporary files. */
  public static TemporaryFolder make(String prefix) throws IOException {
    return in(Path.of(System.getProperty("java.io.tmpdir")), prefix);
  }

  /**
   * Creates a folder that only its user may read.
   *
   * @param parent an existing folder
   * @param prefix prefix of the folder's name, which ends with random digits
   * @throws IOException if the folder cannot be made
   */
  public static TemporaryFolder in(Path parent, String prefix) throws IOException {
    deleteLeftovers(parent, prefix);
    var random = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(random);
    var path = parent.resolve(prefix + HexFormat.of().formatHex(random)).toAbsolutePath();
    var guard =
        new ProcessBuilder(List.of("sh", "-c", GUARD, "metasched-guard", path.toString()))
            .redirectErrorStream(true)
            .start();
    try (var said = guard.inputReader(StandardCharsets.UTF_8)) {
      var line = said.readLine();
      if (!"made".equals(line)) {
        throw new IOException("%s cannot be created: %s".formatted(path, line));
      }
    }
    return new TemporaryFolder(path, guard);
  }

  private static void deleteLeftovers(Path parent, String prefix) {
    for (var leftover : FolderOwner.leftovers(parent, prefix + "*")) {
      try (var tree = Files.walk(leftover)) {
        for (var each : tree.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(each);
        }
      } catch (IOException | UncheckedIOException inUse) {
        // another process deletes it, too
      }
    }
  }

  /** Returns the path of the folder. */
  public Path path() {
    return path;
  }

  /** Deletes the folder with its content; returns when it is deleted. */
  @Override
  public void close() {
    try (owner) {
      guard.getOutputStream().close();
      guard.waitFor();
    } catch (IOException gone) {
      // the shell has been killed, and the folder is a leftover
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the shell continues
    }
  }
}
