package io.metasched.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packages that {@code mvn -Pdist package} has made; skipped without them. */
@Tag("long")
final class PackagesTest {
  private static final Path MADE = Path.of("target").toAbsolutePath();

  @Test
  void packagesAreInstalledStartedUpgradedAndRemoved(@TempDir Path folder) throws Exception {
    assumeThat(System.getProperty("user.name")).as("needs root").isEqualTo("root");
    assumeThat(MADE.resolve("dist")).as("made by: mvn -Pdist package").exists();
    var script = Path.of(PackagesTest.class.getResource("/packages.sh").toURI());
    var process =
        new ProcessBuilder(
                "bash", script.toString(), folder.toString(), made("deb"), made("tar.gz"))
            .redirectErrorStream(true)
            .start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said.lines().filter(line -> line.startsWith("done: ")))
        .containsExactly(
            "done: installation",
            "done: a job, as a separate user",
            "done: no access for other users",
            "done: an upgrade while a job runs",
            "done: a backup and its restoration",
            "done: removal; the data remains",
            "done: the tar archive");
  }

  private static String made(String ending) throws IOException {
    try (var files = Files.newDirectoryStream(MADE, "metasched*." + ending)) {
      return files.iterator().next().toString();
    }
  }
}
