package io.metasched.simulation.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The commands of the live service, which has a program of its own: each a line of a name and what
 * it does. The launcher reads the same file to choose the program.
 */
final class ServiceCommandNames {
  private static final String FILE = "/service-commands.txt";

  private ServiceCommandNames() {}

  /** The lines of the file, where this program was built with one. */
  static List<String> lines() {
    try (var file = ServiceCommandNames.class.getResourceAsStream(FILE)) {
      return file == null
          ? List.of()
          : new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
