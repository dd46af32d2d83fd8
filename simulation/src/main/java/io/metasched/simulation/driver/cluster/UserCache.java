package io.metasched.simulation.driver.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/** Cache folder of the user, {@code $XDG_CACHE_HOME/metasched} or {@code ~/.cache/metasched}. */
public final class UserCache {
  private UserCache() {}

  /**
   * Returns the folder, which is created for its owner alone if it is missing.
   *
   * @param environment environment variables that determine the cache folder
   * @param home home folder of the user
   * @throws IOException if others can write it, or it belongs to another user
   */
  public static Path folder(Map<String, String> environment, String home) throws IOException {
    var cache = environment.getOrDefault("XDG_CACHE_HOME", "");
    var parent = cache.isEmpty() ? Path.of(home, ".cache") : Path.of(cache);
    var folder = parent.resolve("metasched");
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder.toAbsolutePath().getParent());
      var onlyOwner = PosixFilePermissions.fromString("rwx------");
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(onlyOwner));
    }
    var permissions = Files.getPosixFilePermissions(folder, LinkOption.NOFOLLOW_LINKS);
    boolean othersWrite =
        permissions.contains(PosixFilePermission.GROUP_WRITE)
            || permissions.contains(PosixFilePermission.OTHERS_WRITE);
    var probe = Files.createTempFile(folder, "owner-", ".tmp");
    try {
      var owner = Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS);
      if (othersWrite || !owner.equals(Files.getOwner(probe))) {
        throw new IOException(folder + " is not owned by the user, or others may write to it");
      }
    } finally {
      Files.deleteIfExists(probe);
    }
    return folder;
  }
}
