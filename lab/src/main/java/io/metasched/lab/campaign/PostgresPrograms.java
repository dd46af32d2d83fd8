package io.metasched.lab.campaign;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * PostgreSQL programs on this machine.
 *
 * @param folder folder with {@code initdb} and {@code postgres}
 */
public record PostgresPrograms(Path folder) {
  private static final List<String> NEEDED = List.of("initdb", "postgres");
  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

  /**
   * Returns the programs of a folder.
   *
   * @throws IllegalArgumentException if a required program is missing
   */
  public static PostgresPrograms in(Path folder) {
    if (!hasAll(folder)) {
      throw new IllegalArgumentException(
          "allowed is a folder with the programs %s, given was '%s'"
              .formatted(String.join(" and ", NEEDED), folder));
    }
    return new PostgresPrograms(folder.toAbsolutePath());
  }

  /**
   * Returns the programs on the PATH, or the latest version in Debian's folder; empty if there are
   * none.
   */
  public static Optional<PostgresPrograms> find() {
    return find(Optional.ofNullable(System.getenv("PATH")).orElse(""), DEBIAN);
  }

  static Optional<PostgresPrograms> find(String path, Path versions) {
    var named =
        Arrays.stream(path.split(File.pathSeparator)).filter(f -> !f.isEmpty()).map(Path::of);
    return Stream.concat(named, latestFirst(versions).stream())
        .filter(PostgresPrograms::hasAll)
        .findFirst()
        .map(PostgresPrograms::in);
  }

  private static List<Path> latestFirst(Path versions) {
    try (var found = Files.isDirectory(versions) ? Files.list(versions) : Stream.<Path>empty()) {
      return found
          .filter(folder -> number(folder) > 0)
          .sorted(Comparator.comparingInt(PostgresPrograms::number).reversed())
          .map(folder -> folder.resolve("bin"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int number(Path folder) {
    var name = String.valueOf(folder.getFileName());
    return name.matches("[0-9]{1,4}") ? Integer.parseInt(name) : 0;
  }

  private static boolean hasAll(Path folder) {
    return NEEDED.stream().allMatch(name -> Files.isExecutable(folder.resolve(name)));
  }

  String path(String program) {
    return folder.resolve(program).toString();
  }
}
