package io.metasched.simulation.options;

import java.nio.file.Path;
import java.util.Optional;

/** Location of the installed program. */
public final class Installation {
  private Installation() {}

  /** Returns the folder in which the program is installed, if its launcher has set it. */
  public static Optional<Path> home() {
    return Optional.ofNullable(System.getProperty("metasched.home")).map(Path::of);
  }
}
