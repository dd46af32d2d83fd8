package io.metasched.service.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which of the two jars the launcher starts; in a tree of its own, with a java that says it. */
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
    copy("service/src/main/resources/service-commands.txt");
    for (var jar : List.of("service/target/metasched-service", "simulation/target/metasched")) {
      var file = tree.resolve(jar + ".jar");
      Files.createDirectories(file.getParent());
      Files.createFile(file);
    }
    Files.createFile(tree.resolve("history.ndjson"));
    Files.createFile(tree.resolve("plugin.jar"));
    Files.createDirectories(tree.resolve("result"));
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
    "serve, metasched-service.jar that ends without memory",
    "agent --domain d, metasched-service.jar that ends without memory",
    "submit -- true, metasched-service.jar",
    "help submit, metasched-service.jar",
    "run my.conf, metasched.jar",
    "help run, metasched.jar",
    "--help, metasched.jar",
    "'', metasched.jar",
    "bench service --quick, metasched-service.jar",
    "bench dashboard, metasched-service.jar",
    "bench bookings, metasched-service.jar",
    "bench plateau, metasched-service.jar",
    "bench engine, metasched.jar",
    "bench, metasched.jar",
    "explain j-1, metasched-service.jar",
    "explain result j-1, metasched.jar",
    "rerun history.ndjson, metasched-service.jar",
    "rerun --json history.ndjson, metasched-service.jar",
    "rerun result, metasched.jar",
    "rerun result --plugins plugin.jar, metasched.jar",
    "rerun none, metasched.jar"
  })
  void theFirstWordsSayWhichJarIsMeant(String words, String jar) throws Exception {
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
