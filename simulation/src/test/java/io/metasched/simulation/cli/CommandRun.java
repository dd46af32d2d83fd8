package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.program.Metasched;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Result of a command line that ran in this JVM. */
public record CommandRun(int exit, String out, String err) {

  /** Returns the root of the project, which contains conf/scenarios. */
  static Path projectRoot() {
    var folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("conf/scenarios/default.conf"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  /** Runs {@code metasched} with the given arguments. */
  public static CommandRun of(Object... arguments) {
    return at(projectRoot(), arguments);
  }

  /** Runs {@code metasched} with {@code home} as its installation folder. */
  static CommandRun at(Path home, Object... arguments) {
    System.setProperty("metasched.home", home.toString());
    var out = new StringWriter();
    var err = new StringWriter();
    var texts = List.of(arguments).stream().map(String::valueOf).toArray(String[]::new);
    int exit =
        Metasched.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(texts);
    return new CommandRun(exit, out.toString(), err.toString());
  }

  /**
   * Asserts that the command succeeded without output on standard error; returns the standard
   * output.
   */
  public String done() {
    assertThat(err).isEmpty();
    assertThat(exit).as(out).isZero();
    return out;
  }

  /**
   * Asserts that the input was rejected by one line with all {@code words}, and that {@code folder}
   * still has {@code content}.
   */
  public void refusedLeaving(Path folder, List<Path> content, String... words) {
    assertThat(err).startsWith("metasched: ").contains(words).doesNotContain("Exception");
    assertThat(err.lines()).hasSize(1);
    assertThat(out).isEmpty();
    assertThat(exit).as(err).isEqualTo(2);
    assertThat(content(folder)).isEqualTo(content);
  }

  /** Copies all content of a folder into another folder. */
  static void copy(Path from, Path to) {
    try {
      for (var file : content(from)) {
        var target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns all files and folders in a folder, including hidden ones. */
  public static List<Path> content(Path folder) {
    try (var files = Files.walk(folder)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
