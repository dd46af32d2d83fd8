package io.metasched.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the launcher starts the jar; in a tree of its own, with a java that prints it. */
final class LauncherTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final String JAVA =
      """
      #!/bin/sh
      [ "$1" = -version ] && { echo 'openjdk version "17.0.1"' >&2; exit; }
      oom=
      for word; do
        case $word in
          *OutOfMemoryError) oom=" that ends without memory" ;;
          *.jar) echo "$(basename "$word")$oom"; exit ;;
        esac
      done
      """;

  @TempDir private Path tree;

  @BeforeEach
  void plant() throws IOException {
    copy("metasched");
    var jar = tree.resolve("lab/target/metasched.jar");
    Files.createDirectories(jar.getParent());
    Files.createFile(jar);
    var java = tree.resolve("bin/java");
    Files.createDirectories(java.getParent());
    Files.writeString(java, JAVA);
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void copy(String name) throws IOException {
    var file = tree.resolve(name);
    Files.createDirectories(file.getParent());
    Files.copy(ROOT.resolve(name), file);
  }

  @ParameterizedTest
  @CsvSource({
    "serve, metasched.jar that ends without memory",
    "agent --domain d, metasched.jar that ends without memory",
    "submit -- true, metasched.jar",
    "simulate my.conf, metasched.jar",
    "--help, metasched.jar",
    "'', metasched.jar"
  })
  void whatRunsForLongEndsWithoutMemory(String words, String jar) throws Exception {
    var shell =
        new ProcessBuilder("sh", "-c", "./metasched " + words)
            .directory(tree.toFile())
            .redirectErrorStream(true);
    shell.environment().remove("JAVA_HOME");
    shell
        .environment()
        .merge("PATH", tree.resolve("bin").toString(), (old, own) -> own + ":" + old);
    var process = shell.start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said.strip()).isEqualTo(jar);
  }
}
