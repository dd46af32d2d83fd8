package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The folder for temporary files: no command leaves anything there, killed or not. */
@Timeout(12_000)
final class TemporaryFilesTest {
  private static final Path JAR =
      CommandRun.projectRoot().resolve("simulation/target/metasched.jar");

  @TempDir private Path folder;

  @Test
  void theProgramHasNoNativeCodeThatALibraryWouldCopyThere() throws Exception {
    var pom = Files.readString(CommandRun.projectRoot().resolve("pom.xml"));

    assertThat(List.of("so", "dll", "dylib", "jnilib"))
        .allSatisfy(kind -> assertThat(pom).contains("<exclude>**/*.%s</exclude>".formatted(kind)));
  }

  @Test
  void theLauncherHasTheJvmKeepNoPerformanceDataThere() throws Exception {
    var launcher = Files.readString(CommandRun.projectRoot().resolve("metasched"));

    assertThat(launcher).contains("exec \"$java\" -Xmx1g -XX:-UsePerfData ");
  }

  @Test
  @Tag("slow")
  void theJarHasNoNativeCode() throws Exception {
    assumeTrue(Files.exists(JAR), "the jar is made by the phase package");
    try (var jar = new ZipFile(JAR.toFile())) {
      assertThat(jar.stream().map(Object::toString))
          .noneMatch(name -> name.matches(".*[.](so|dll|dylib|jnilib)"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"no", "a JVM", "the command"})
  @Tag("slow")
  void aRunOverSeveralJvmsLeavesNothingThereWhicheverIsKilled(String killed) throws Exception {
    assumeTrue(Files.exists(JAR), "the jar is made by the phase package");
    var temporary = Files.createDirectory(folder.resolve("temporary"));
    var run = start(temporary, killed.equals("no") ? 2 : 400);
    if (!killed.equals("no")) {
      awaitCycles(run);
      var all = run.descendants().toList();
      var victim = killed.equals("a JVM") ? jvms(all).get(0) : run.toHandle();

      victim.destroyForcibly();

      for (var process : all) {
        process.onExit().get(6000, TimeUnit.SECONDS);
      }
    }
    run.waitFor();

    try (Stream<Path> left = Files.list(temporary)) {
      assertThat(left).isEmpty();
    }
    assertThat(folder).isDirectoryNotContaining("glob:**/.metasched-journal-*");
  }

  private static List<ProcessHandle> jvms(List<ProcessHandle> all) {
    return all.stream()
        .filter(each -> each.info().command().filter(name -> name.endsWith("java")).isPresent())
        .toList();
  }

  /** Starts a run with messages that are so large that they are compressed. */
  private Process start(Path temporary, int cycles) throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var options = List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:-UsePerfData");
    var command = new ArrayList<>(List.of(java));
    command.addAll(options);
    command.addAll(List.of("-Djava.io.tmpdir=" + temporary, "-jar", JAR.toString()));
    command.addAll(List.of("cluster", "--jvms=3", "--policy=fcfs", "--events"));
    command.addAll(List.of("--set=nodes.count=2000", "--cycles=" + cycles));
    command.addAll(List.of("--out", folder.resolve("out").toString()));
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectOutput(folder.resolve("stdout").toFile())
        .redirectError(folder.resolve("stderr").toFile())
        .start();
  }

  /**
   * Waits until the metascheduler has its place; if it never does, the time limit ends the test.
   */
  private void awaitCycles(Process run) throws Exception {
    while (!Files.readString(folder.resolve("stderr")).contains("has the metascheduler")) {
      boolean hasEnded = run.waitFor(100, TimeUnit.MILLISECONDS);
      assertThat(hasEnded).as(Files.readString(folder.resolve("stderr"))).isFalse();
    }
  }
}
