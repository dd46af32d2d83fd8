package io.metasched.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Packages that {@code mvn -Pdist package} has made, and the image that {@code .ci/image} has made
 * of them; skipped without them.
 */
@Tag("long")
final class PackagesTest {
  private static final Path MADE = Path.of("target").toAbsolutePath();
  private static final String IMAGE = "metasched.oci.tar";
  private static final String DONE = "done: ";

  @Test
  void packagesAreInstalledStartedUpgradedAndRemoved(@TempDir Path folder) throws Exception {
    assumeThat(MADE.resolve("dist")).as("made by: mvn -Pdist package").exists();

    assertThat(done("/packages.sh", folder.toString(), made("deb"), made("tar.gz")))
        .containsExactly(
            "installation",
            "a job, as a separate user",
            "no access for other users",
            "an upgrade while a job runs",
            "a backup and its restoration",
            "removal; the data remains",
            "the tar archive");
  }

  @Test
  void theProgramRunsInTheImage(@TempDir Path folder) throws Exception {
    assumeThat(MADE.resolve(IMAGE)).as("made by: .ci/image ... lab/target/" + IMAGE).exists();

    assertThat(done("/image.sh", folder.toString(), MADE.resolve(IMAGE).toString()))
        .containsExactly("the image", "a simulation", "the service");
  }

  /** Returns the steps that a script reports; fails with its output if it fails. */
  private static List<String> done(String script, String... arguments) throws Exception {
    assumeThat(System.getProperty("user.name")).as("needs root").isEqualTo("root");
    var command = new ArrayList<>(List.of("bash"));
    command.add(Path.of(PackagesTest.class.getResource(script).toURI()).toString());
    command.addAll(List.of(arguments));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(printed).isZero();
    return printed
        .lines()
        .filter(line -> line.startsWith(DONE))
        .map(line -> line.substring(DONE.length()))
        .toList();
  }

  private static String made(String ending) throws IOException {
    try (var files = Files.newDirectoryStream(MADE, "metasched*." + ending)) {
      return files.iterator().next().toString();
    }
  }
}
