package io.metasched.service.cli;

import io.metasched.metascheduler.program.Metasched;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Launcher of the tested program for scripts. */
public final class LauncherScript {
  private LauncherScript() {}

  /**
   * Writes the program {@code metasched}.
   *
   * @param folder its folder, created if necessary
   * @param home folder with the program's settings
   */
  public static void write(Path folder, Path home) throws IOException {
    var program = Files.createDirectories(folder).resolve("metasched");
    Files.writeString(
        program,
        "#!/bin/sh\nexec '%s' -Xmx128m -XX:TieredStopAtLevel=1 '-Dmetasched.home=%s' -cp '%s' %s \"$@\"\n"
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                home,
                System.getProperty("java.class.path"),
                Metasched.class.getName()));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
