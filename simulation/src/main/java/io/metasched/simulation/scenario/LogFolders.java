package io.metasched.simulation.scenario;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Places that are searched for logs: first as a path, then by name in one folder.
 *
 * @param folder folder given by the user, otherwise the folder of the environment variable,
 *     otherwise {@code traces}
 */
public record LogFolders(Path folder) {

  /** Returns the first folder that was given, otherwise {@code traces} in the current folder. */
  public static LogFolders firstOf(Optional<Path> option, Optional<String> environment) {
    return new LogFolders(
        option.orElseGet(() -> Path.of(environment.filter(e -> !e.isEmpty()).orElse("traces"))));
  }

  /** Returns whether a log of that name exists. */
  public boolean has(String name) {
    return existing(name).isPresent();
  }

  private Optional<Path> existing(String name) {
    return Stream.of(Path.of(name), folder.resolve(name)).filter(Files::exists).findFirst();
  }

  /**
   * Finds a log.
   *
   * @throws UsageException if no log has that name; the message contains the searched places
   */
  public Path find(String name) {
    if (name.isEmpty()) {
      throw new UsageException(
          "log.file: the scenario takes its jobs from a log; name one (--trace FILE)");
    }
    return find(name, "log.file");
  }

  /**
   * Finds a log.
   *
   * @param origin place where it was named, for errors
   * @throws UsageException if no log has that name; the message contains the searched places
   */
  public Path find(String name, String origin) {
    Optional<Path> found;
    try {
      found = existing(name);
    } catch (InvalidPathException e) {
      throw new UsageException("%s: '%s' is not a file name".formatted(origin, name));
    }
    return found
        .orElseThrow(
            () ->
                new UsageException("%s: no log '%s' here or in %s".formatted(origin, name, folder)))
        .toAbsolutePath()
        .normalize();
  }
}
