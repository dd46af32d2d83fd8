package io.metasched.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Limit on the code that connects a system to the kernel, so that a system is cheap to add. Models,
 * rows, policies, rules and metrics do not count; see CONTRIBUTING.md.
 */
final class PlumbingTest {
  private static final Path SYSTEMS = Path.of("src/main/java/io/metasched/simulation/system");
  private static final Pattern PLUMBING =
      Pattern.compile("\\w+(System|Instance|Run|Blueprint|Page|Explainer)\\.java");
  private static final int MOST_CLASSES = 6;
  private static final int MOST_LINES = 400;

  /** Returns the folder of each joined system, including systems added later. */
  static List<Path> systems() throws IOException {
    try (var files = Files.walk(SYSTEMS)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith("System.java"))
          .map(Path::getParent)
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("systems")
  void theJoinOfASystemToTheKernelIsSmall(Path system) throws IOException {
    var files = plumbing(system);
    int lines = 0;
    for (var file : files) {
      lines += linesOfCode(Files.readString(file));
    }

    assertThat(files).hasSizeBetween(4, MOST_CLASSES);
    assertThat(lines).as(files.toString()).isBetween(100, MOST_LINES);
  }

  private static List<Path> plumbing(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      return files
          .filter(file -> PLUMBING.matcher(file.getFileName().toString()).matches())
          .sorted()
          .toList();
    }
  }

  /** Counts lines other than comments, blank lines, imports and the package declaration. */
  private static int linesOfCode(String source) {
    return (int)
        source
            .replaceAll("(?s)/\\*.*?\\*/", "")
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("//"))
            .filter(line -> !line.startsWith("import ") && !line.startsWith("package "))
            .count();
  }
}
