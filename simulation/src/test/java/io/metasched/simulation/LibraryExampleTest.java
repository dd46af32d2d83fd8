package io.metasched.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Example in docs/library.md, built as a separate project that uses the installed artifacts. */
final class LibraryExampleTest {
  private static final String VERSION = "1.0.1-SNAPSHOT";
  private static final List<String> MODULES = List.of("resource-actors", "metascheduler");
  private static final int SECONDS = 900;
  private static final Path ROOT = root();
  private static final Path EXAMPLE = ROOT.resolve("docs/examples/library");

  @TempDir private Path folder;

  private static Path root() {
    var folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("docs/library.md"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  /** Deletes the links only, so that their targets stay when the folder is deleted. */
  @AfterEach
  void deleteLinks() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (var link : all.filter(Files::isSymbolicLink).toList()) {
        Files.delete(link);
      }
    }
  }

  @Test
  void thePageLinksToEachFileOfTheProject() throws Exception {
    var docs = ROOT.resolve("docs");
    var page = Files.readString(docs.resolve("library.md"));

    var tests = files(EXAMPLE.resolve("src"));
    assertThat(tests).hasSize(2);
    assertThat(Stream.concat(tests.stream(), Stream.of(EXAMPLE.resolve("pom.xml"))))
        .allSatisfy(file -> assertThat(page).contains("](%s)".formatted(docs.relativize(file))));
  }

  @Test
  @Tag("slow")
  void theProjectIsBuiltAndItsTestsPassWithTheInstalledArtifacts() throws Exception {
    var usual = Path.of(System.getProperty("user.home"), ".m2/repository");
    var known = Path.of(System.getProperty("maven.repo.local", usual.toString()));
    assumeTrue(Files.isDirectory(known), "the local repository of Maven is not " + known);
    var repository = repository(known);
    var project = folder.resolve("project");
    for (var file : files(EXAMPLE)) {
      if (!file.startsWith(EXAMPLE.resolve("target"))) {
        var to = project.resolve(EXAMPLE.relativize(file));
        Files.createDirectories(to.getParent());
        Files.copy(file, to);
      }
    }
    var said = folder.resolve("said").toFile();

    var maven =
        new ProcessBuilder(
                "mvn",
                "-B",
                "-o",
                "-Dmaven.repo.local=" + repository,
                "-DargLine=-Dakka.actor.testkit.typed.single-expect-default=300s",
                "test")
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said)
            .start();

    try {
      boolean hasEnded = maven.waitFor(SECONDS, TimeUnit.SECONDS);
      assertThat(hasEnded).as(Files.readString(said.toPath())).isTrue();
    } finally {
      maven.descendants().forEach(ProcessHandle::destroyForcibly);
      maven.destroyForcibly();
    }
    assertThat(maven.exitValue()).as(Files.readString(said.toPath())).isZero();
    assertThat(said).content().contains("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0");
  }

  /**
   * Creates a Maven repository with links to the artifacts in {@code known}, and with the modules
   * as currently compiled.
   */
  private Path repository(Path known) throws IOException {
    var repository = Files.createDirectory(folder.resolve("repository"));
    linkAll(known, repository, "io");
    linkAll(known.resolve("io"), Files.createDirectory(repository.resolve("io")), "metasched");
    var own = repository.resolve("io/metasched");
    install(own, "metasched-parent", ROOT.resolve("pom.xml"));
    for (var module : MODULES) {
      var place = install(own, module, ROOT.resolve(module + "/pom.xml"));
      var jar = place.resolve("%s-%s.jar".formatted(module, VERSION));
      var classes = ROOT.resolve(module + "/target/classes");
      try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
        for (var file : files(classes)) {
          out.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
          Files.copy(file, out);
        }
      }
    }
    return repository;
  }

  private static Path install(Path own, String name, Path pom) throws IOException {
    var place = Files.createDirectories(own.resolve(name).resolve(VERSION));
    Files.copy(pom, place.resolve("%s-%s.pom".formatted(name, VERSION)));
    return place;
  }

  private static void linkAll(Path from, Path to, String but) throws IOException {
    try (var entries = Files.list(from)) {
      for (var entry : entries.filter(each -> !each.endsWith(but)).toList()) {
        Files.createSymbolicLink(to.resolve(from.relativize(entry)), entry);
      }
    }
  }

  @Test
  @Tag("slow")
  void javadocOfTheLibraryHasNoErrors() throws Exception {
    var javadoc = ToolProvider.findFirst("javadoc").orElseThrow();
    var arguments =
        new ArrayList<>(
            List.of("-quiet", "-Xdoclint:all,-missing", "-d", folder.resolve("api").toString()));
    arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
    for (var module : List.of("resource-actors", "metascheduler", "simulation")) {
      files(ROOT.resolve(module + "/src/main/java"))
          .forEach(file -> arguments.add(file.toString()));
    }
    var said = new StringWriter();

    var out = new PrintWriter(said);
    int exit = javadoc.run(out, out, arguments.toArray(String[]::new));

    assertThat(exit).as(said.toString()).isZero();
  }

  private static List<Path> files(Path below) throws IOException {
    try (Stream<Path> all = Files.walk(below)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
