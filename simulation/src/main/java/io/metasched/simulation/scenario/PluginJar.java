package io.metasched.simulation.scenario;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.metascheduler.program.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Jar with policies, given on the command line.
 *
 * @param path path of the file
 * @param name file name
 * @param sha256 SHA-256 of its bytes, in hexadecimal
 */
public record PluginJar(Path path, String name, String sha256) {

  /**
   * Identity of a jar in results: its name and fingerprint, because a path does not identify the
   * content.
   */
  public record Id(
      @JsonPropertyDescription("name of the file") String name,
      @JsonPropertyDescription("SHA-256 of its bytes") String sha256) {
    @Override
    public String toString() {
      return "%s (SHA-256 %s)".formatted(name, sha256);
    }
  }

  /**
   * Computes the fingerprint of a jar; none of its classes is loaded.
   *
   * @throws UsageException if it cannot be read
   */
  static PluginJar of(Path path) {
    if (!Files.isRegularFile(path)) {
      throw new UsageException("--plugins %s: no such jar".formatted(path));
    }
    try {
      return new PluginJar(path, String.valueOf(path.getFileName()), Sha256.of(path));
    } catch (IOException e) {
      throw new UsageException(
          "--plugins %s: cannot be read: %s".formatted(path, PrintableText.reason(e)));
    }
  }

  /** Returns the identity of the jar in results. */
  public Id id() {
    return new Id(name, sha256);
  }
}
