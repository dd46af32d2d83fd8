package io.metasched.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
  private static final Path PAGE = Path.of("../docs/tutorials/installation.md");
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

  @Test
  void thePageLeadsFromAnEmptySystemToAJob(@TempDir Path folder) throws Exception {
    assumeThat(MADE.resolve("dist")).as("made by: mvn -Pdist package").exists();
    assumeThat(Path.of("/usr/bin/mmdebstrap")).as("makes an empty system").exists();
    var blocks = shellBlocks("**Debian.**");
    var packages = blocks.get(0).stream().filter(each -> each.startsWith("apt-get")).toList();
    var job = blocks.get(0).stream().filter(each -> !packages.contains(each)).toList();
    var commands = Stream.of(packages, blocks.get(1), job).flatMap(List::stream).toList();
    var file = Files.write(folder.resolve("commands"), commands);
    var system = Files.createDirectory(folder.resolve("system"));

    var printed = printed("/empty-system.sh", system.toString(), made("deb"), file.toString());

    Files.writeString(MADE.resolve("empty-system.txt"), printed);
    assertThat(steps(printed)).hasSameSizeAs(commands);
    assertThat(printed).containsPattern("\nhello\n([7-9]\\d{4}|\\d{6,})\n");
  }

  /** Returns the commands of each shell block after a text of the page. */
  private static List<List<String>> shellBlocks(String text) throws IOException {
    var page = Files.readString(PAGE);
    return Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL)
        .matcher(page.substring(page.indexOf(text)))
        .results()
        .map(block -> block.group(1).lines().toList())
        .toList();
  }

  /** Returns the steps that a script reports; fails with its output if it fails. */
  private static List<String> done(String script, String... arguments) throws Exception {
    return steps(printed(script, arguments));
  }

  private static String printed(String script, String... arguments) throws Exception {
    assumeThat(System.getProperty("user.name")).as("needs root").isEqualTo("root");
    var command = new ArrayList<>(List.of("bash"));
    command.add(Path.of(PackagesTest.class.getResource(script).toURI()).toString());
    command.addAll(List.of(arguments));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(printed).isZero();
    return printed;
  }

  private static List<String> steps(String printed) {
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
