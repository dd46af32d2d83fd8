package io.metasched.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Start of the jar by the launcher, in a separate tree with a java that prints its command line.
 */
final class LauncherTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final String JAVA =
      """
      #!/bin/sh
      [ "$1" = -version ] && { echo 'openjdk version "17.0.1"' >&2; exit; }
      oom=
      archive=
      for word; do
        case $word in
          -XX:ArchiveClassesAtExit=*) cat classes >"${word#*=}"; exit ;;
          -XX:SharedArchiveFile=*) archive=" with $(cat "${word#*=}")" ;;
          *OutOfMemoryError) oom=" that ends without memory" ;;
          *.jar) echo "$(basename "$word")$oom$archive"; exit ;;
        esac
      done
      """;

  @TempDir private Path tree;
  private Path jar;
  private Path archive;

  @BeforeEach
  void plant() throws IOException {
    copy("metasched");
    jar = tree.resolve("lab/target/metasched.jar");
    archive = tree.resolve("lab/target/metasched.jsa");
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
  void longRunningCommandsEndWithoutMemory(String words, String jar) throws Exception {
    assertThat(printed(words, tree.resolve("bin"))).isEqualTo(jar);
  }

  /** Runs the launcher with the java of a folder, and returns all its output. */
  private String printed(String words, Path bin) throws Exception {
    var shell =
        new ProcessBuilder("sh", "-c", "./metasched " + words)
            .directory(tree.toFile())
            .redirectErrorStream(true);
    shell.environment().remove("JAVA_HOME");
    shell.environment().merge("PATH", bin.toString(), (old, own) -> own + ":" + old);
    var process = shell.start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said.strip();
  }

  /**
   * Sets up the tree of a build, in which the launcher creates archives: copies of {@code classes}.
   */
  private void makeArchivesOf(String classes) throws IOException {
    Files.createDirectories(tree.resolve(".mvn"));
    Files.writeString(tree.resolve("classes"), classes);
  }

  private String started() throws Exception {
    return printed("queue", tree.resolve("bin"));
  }

  @Test
  void anArchiveIsMadeForEachJarAndAgainIfAPartOfItIsMissing() throws Exception {
    makeArchivesOf("classes");
    assertThat(started()).isEqualTo("metasched.jar with classes");

    makeArchivesOf("others");
    assertThat(started()).isEqualTo("metasched.jar with classes");

    var later = Files.getLastModifiedTime(jar).toInstant().plusSeconds(10);
    Files.setLastModifiedTime(jar, FileTime.from(later));
    assertThat(started()).isEqualTo("metasched.jar with others");

    makeArchivesOf("new ones");
    Files.writeString(archive, "oth");
    Files.setLastModifiedTime(archive, Files.getLastModifiedTime(jar));
    assertThat(started()).isEqualTo("metasched.jar with new ones");
    assertThat(tree.resolve(".mvn")).isEmptyDirectory();
    assertThat(jar.getParent()).isDirectoryNotContaining("glob:**/archive");
  }

  @Test
  void anArchiveThatCannotBeMadeIsNotTriedAgain() throws Exception {
    makeArchivesOf("");
    assertThat(started()).isEqualTo("metasched.jar");

    makeArchivesOf("classes");
    assertThat(started()).isEqualTo("metasched.jar");
    assertThat(archive).isEmptyFile();
  }

  @Test
  void aPackageIsNotBuiltAndKeepsItsArchiveInAFolderOfItsOwn() throws Exception {
    Files.createDirectories(tree.resolve("lib/archive"));
    Files.move(jar, tree.resolve("lib/metasched.jar"));
    Files.setLastModifiedTime(tree.resolve("lib/metasched.jar"), FileTime.fromMillis(0));
    Files.writeString(tree.resolve("pom.xml"), "newer than the jar");
    Files.writeString(tree.resolve("classes"), "classes");

    assertThat(started()).isEqualTo("metasched.jar with classes");
    assertThat(tree.resolve("lib/archive/metasched.jsa")).hasContent("classes");
    assertThat(archive).doesNotExist();

    Files.delete(tree.resolve("lib/archive/metasched.jsa"));
    Files.delete(tree.resolve("lib/archive/metasched.jsa.size"));
    Files.delete(tree.resolve("lib/archive"));
    assertThat(started()).isEqualTo("metasched.jar");
  }

  /** Program for a real JVM. */
  static final class Program {
    private Program() {}

    public static void main(String[] words) {
      System.out.println("runs " + words.length);
    }
  }

  private void writeJar(String comment) throws IOException {
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Program.class.getName());
    var entry = Program.class.getName().replace('.', '/') + ".class";
    try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        var classes = Program.class.getResourceAsStream("/" + entry)) {
      out.setComment(comment);
      out.putNextEntry(new ZipEntry(entry));
      classes.transferTo(out);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"missing", "of this jar", "of another jar", "cut off", "damaged", "text"})
  void aProgramRunsAndPrintsNothingElseWhateverItsArchiveIs(String state) throws Exception {
    var bin = Path.of(System.getProperty("java.home"), "bin");
    writeJar("");
    if (!state.equals("missing")) {
      var option = "-XX:ArchiveClassesAtExit=" + archive;
      var java = bin.resolve("java").toString();
      new ProcessBuilder(java, "-XX:+UseSerialGC", option, "-jar", jar.toString())
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
      var bytes = Files.readAllBytes(archive);
      archive.toFile().setWritable(true);
      switch (state) {
        case "of another jar" -> writeJar("another");
        case "cut off" -> Files.write(archive, Arrays.copyOf(bytes, bytes.length / 2));
        case "damaged" -> {
          Arrays.fill(bytes, 0, bytes.length / 2, (byte) 7);
          Files.write(archive, bytes);
        }
        case "text" -> Files.writeString(archive, "text");
        default -> assertThat(bytes).isNotEmpty();
      }
      var size = state.equals("cut off") ? bytes.length : Files.size(archive);
      Files.writeString(archive.resolveSibling("metasched.jsa.size"), size + "\n");
      Files.setLastModifiedTime(archive, Files.getLastModifiedTime(jar));
    }

    assertThat(printed("a b", bin)).isEqualTo("runs 2");
  }
}
