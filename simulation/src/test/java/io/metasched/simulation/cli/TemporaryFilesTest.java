package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.metasched.metascheduler.program.Metasched;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folder for temporary files: no command leaves files there, even when killed. */
@Timeout(12_000)
final class TemporaryFilesTest {
  private static final Path JAR =
      CommandRun.projectRoot().resolve("simulation/target/metasched.jar");

  private static final Pattern NATIVE = Pattern.compile(".*[.](so|dll|dylib|jnilib)");

  @TempDir private Path folder;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void endWhatStillRuns() {
    for (var process : started) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  @Test
  void theProgramHasNoNativeCodeThatALibraryWouldCopyThere() throws Exception {
    var pom = Files.readString(CommandRun.projectRoot().resolve("pom.xml"));

    assertThat(List.of("so", "dll", "dylib", "jnilib"))
        .allSatisfy(kind -> assertThat(pom).contains("<exclude>**/*.%s</exclude>".formatted(kind)));
  }

  @Test
  void theLauncherHasTheJvmKeepNoPerformanceDataThere() throws Exception {
    var launcher = Files.readString(CommandRun.projectRoot().resolve("metasched"));

    assertThat(launcher).containsPattern("(?m)^exec \"\\$java\" .* -XX:-UsePerfData ");
  }

  @Test
  @Tag("slow")
  void theJarHasNoNativeCode() throws Exception {
    assumeTrue(Files.exists(JAR), "there is no jar: the phase package makes it");
    assumeTrue(isCurrent(JAR), "the jar is older than the classes: the phase package makes it");
    try (var jar = new ZipFile(JAR.toFile())) {
      assertThat(jar.stream().map(Object::toString)).noneMatch(NATIVE.asMatchPredicate());
    }
  }

  private static boolean isCurrent(Path jar) throws IOException {
    var made = Files.getLastModifiedTime(jar);
    for (var module : List.of("resource-actors", "metascheduler", "simulation")) {
      var classes = CommandRun.projectRoot().resolve(module).resolve("target/classes");
      try (Stream<Path> all = Files.walk(classes)) {
        for (var file : all.filter(Files::isRegularFile).toList()) {
          if (Files.getLastModifiedTime(file).compareTo(made) > 0) {
            return false;
          }
        }
      }
    }
    return true;
  }

  @ParameterizedTest
  @ValueSource(strings = {"no", "a JVM", "the command"})
  @Tag("long")
  void aRunOverSeveralJvmsLeavesNothingThereWhicheverIsKilled(String killed) throws Exception {
    var temporary = Files.createDirectory(folder.resolve("temporary"));
    var run = start(temporary, killed.equals("no") ? 2 : 400);
    if (!killed.equals("no")) {
      awaitCycles(run);
      var all = run.descendants().toList();
      var victim = killed.equals("a JVM") ? jvms(all).get(0) : run.toHandle();

      victim.destroyForcibly();

      for (var process : all) {
        process.onExit().get(5, TimeUnit.MINUTES);
      }
    }
    assertThat(run.waitFor(15, TimeUnit.MINUTES)).isTrue();

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

  /** Starts a run whose messages are large enough to be compressed. */
  private Process start(Path temporary, int cycles) throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var options = List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:-UsePerfData");
    var command = new ArrayList<>(List.of(java));
    command.addAll(options);
    command.addAll(List.of("-Djava.io.tmpdir=" + temporary, "-cp", classPath()));
    command.add(Metasched.class.getName());
    command.addAll(List.of("cluster", "--jvms=3", "--policy=fcfs", "--events"));
    command.addAll(List.of("--set=nodes.count=2000", "--cycles=" + cycles));
    command.addAll(List.of("--out", folder.resolve("out").toString()));
    var process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(folder.resolve("stdout").toFile())
            .redirectError(folder.resolve("stderr").toFile())
            .start();
    started.add(process);
    return process;
  }

  /**
   * Returns the class path: the compiled classes and their libraries, without native code as in the
   * jar.
   */
  private String classPath() throws IOException {
    var entries = new ArrayList<String>();
    var all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    for (var entry : all.split(File.pathSeparator, -1)) {
      entries.add(entry.endsWith(".jar") ? withoutNativeCode(Path.of(entry)).toString() : entry);
    }
    return String.join(File.pathSeparator, entries);
  }

  private Path withoutNativeCode(Path library) throws IOException {
    try (var jar = new ZipFile(library.toFile())) {
      if (jar.stream().map(ZipEntry::getName).noneMatch(NATIVE.asMatchPredicate())) {
        return library;
      }
      var copy = folder.resolve(String.valueOf(library.getFileName()));
      try (var out = new ZipOutputStream(Files.newOutputStream(copy))) {
        for (var entry : jar.stream().toList()) {
          if (!NATIVE.matcher(entry.getName()).matches()) {
            out.putNextEntry(new ZipEntry(entry.getName()));
            jar.getInputStream(entry).transferTo(out);
          }
        }
      }
      return copy;
    }
  }

  /**
   * Waits until the metascheduler has been placed; if it is never placed, the time limit ends the
   * test.
   */
  private void awaitCycles(Process run) throws Exception {
    while (!Files.readString(folder.resolve("stderr")).contains("has the metascheduler")) {
      boolean hasEnded = run.waitFor(100, TimeUnit.MILLISECONDS);
      assertThat(hasEnded).as(Files.readString(folder.resolve("stderr"))).isFalse();
    }
  }
}
