package io.metasched.simulation.scenario;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where logs are looked for: as a path first, then by name in one folder.
 *
 * @param folder the folder the user named, else the one of the environment, else {@code traces}
 */
public record LogFolders(Path folder) {

  /** The first folder that was named, else {@code traces} here. */
  public static LogFolders firstOf(Optional<Path> option, Optional<String> environment) {
    return new LogFolders(
        option.orElseGet(() -> Path.of(environment.filter(e -> !e.isEmpty()).orElse("traces"))));
  }

  /** Whether there is a log of that name. */
  public boolean has(String name) {
    return existing(name).isPresent();
  }

  private Optional<Path> existing(String name) {
    return Stream.of(Path.of(name), folder.resolve(name)).filter(Files::exists).findFirst();
  }

  /**
   * Finds a log.
   *
   * @throws UsageException when there is none of that name, naming where it was looked for
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
   * @param origin what errors call the place where it was named
   * @throws UsageException when there is none of that name, naming where it was looked for
   */
  public Path find(String name, String origin) {
    Optional<Path> found;
    try {
      found = existing(name);
    } catch (InvalidPathException e) {
      throw new UsageException("%s: '%s' is no file name".formatted(origin, name));
    }
    return found
        .orElseThrow(
            () ->
                new UsageException("%s: no log '%s' here or in %s".formatted(origin, name, folder)))
        .toAbsolutePath()
        .normalize();
  }
}
