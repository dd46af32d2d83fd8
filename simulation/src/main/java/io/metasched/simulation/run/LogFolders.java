package io.metasched.simulation.run;

import io.metasched.simulation.config.UsageException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
    var tried = new ArrayList<Path>();
    try {
      tried.addAll(List.of(Path.of(name), folder.resolve(name)));
    } catch (InvalidPathException e) {
      throw new UsageException("%s: '%s' is no file name".formatted(origin, name));
    }
    return tried.stream()
        .filter(Files::exists)
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException("%s: no log '%s' here or in %s".formatted(origin, name, folder)))
        .toAbsolutePath()
        .normalize();
  }
}
