package io.metasched.simulation.scenario;

import io.metasched.metascheduler.program.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A jar with policies, as the command line names it.
 *
 * @param path where it lies
 * @param name its file name
 * @param sha256 fingerprint of its bytes, in hexadecimal
 */
public record PluginJar(Path path, String name, String sha256) {

  /** A jar as results record it: by its name and fingerprint, since a path is no proof. */
  public record Id(String name, String sha256) {
    @Override
    public String toString() {
      return "%s (SHA-256 %s)".formatted(name, sha256);
    }
  }

  /**
   * Takes the fingerprint of a jar; none of its classes is loaded.
   *
   * @throws UsageException when it cannot be read
   */
  static PluginJar of(Path path) {
    if (!Files.isRegularFile(path)) {
      throw new UsageException("--plugins %s: no such jar".formatted(path));
    }
    try {
      return new PluginJar(path, String.valueOf(path.getFileName()), Sha256.of(path));
    } catch (IOException e) {
      throw new UsageException("--plugins %s: cannot be read: %s".formatted(path, e.getMessage()));
    }
  }

  /** What results record of it. */
  public Id id() {
    return new Id(name, sha256);
  }
}
