package io.metasched.simulation.driver.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ClassArchiveTest {
  @TempDir private Path home;
  private Path jar;

  @BeforeEach
  void aJar() throws IOException {
    jar = Files.writeString(home.resolve("program.jar"), "classes");
  }

  private Optional<ClassArchive> archive(String... options) {
    return ClassArchive.of(Map.of(), home.toString(), "jvm 17", jar.toString(), List.of(options));
  }

  private static Path fileOf(String option) {
    return Path.of(option.substring(option.indexOf('=') + 1));
  }

  @Test
  void anArchiveIsUsedOnceAJvmHasMadeIt() throws IOException {
    var archive = archive().orElseThrow();
    assertThat(archive.isThere()).isFalse();

    Files.writeString(fileOf(archive.make()), "archive");
    assertThat(archive().orElseThrow().isThere()).isFalse();
    archive.keep();

    var next = archive().orElseThrow();
    assertThat(next.isThere()).isTrue();
    assertThat(fileOf(next.use())).hasContent("archive");
    assertThat(fileOf(next.use()).getParent()).isEqualTo(home.resolve(".cache/metasched"));
    assertThat(fileOf(archive.make())).doesNotExist();
  }

  @Test
  void filesOfAKilledJvmAreDiscarded() throws IOException {
    var archive = archive().orElseThrow();
    Files.writeString(fileOf(archive.make()), "half of an arch");

    archive.discard();

    assertThat(archive.isThere()).isFalse();
    assertThat(home.resolve(".cache/metasched")).isEmptyDirectory();
  }

  @Test
  void theNextCommandDeletesFilesOfAKilledCommandButNotOfALiveOne() throws IOException {
    var live = fileOf(archive().orElseThrow().make());
    var dead = live.resolveSibling("node-0123456789abcdef.jsa.999999999.tmp"); // no such process
    Files.writeString(live, "half of an arch");
    Files.writeString(dead, "archive");

    archive();

    assertThat(home.resolve(".cache/metasched")).isDirectoryContaining(live::equals);
    assertThat(dead).doesNotExist();
  }

  @Test
  void nothingIsKeptWhereNoneWasMade() {
    var archive = archive().orElseThrow();

    archive.keep();

    assertThat(archive.isThere()).isFalse();
  }

  @Test
  void anotherJarOrJvmHasAnotherArchive() throws IOException {
    var before = archive().orElseThrow().use();
    var otherJvm =
        ClassArchive.of(Map.of(), home.toString(), "jvm 21", jar.toString(), List.of())
            .orElseThrow();

    Files.setLastModifiedTime(jar, FileTime.fromMillis(1_000_000));

    assertThat(archive().orElseThrow().use()).isNotEqualTo(before);
    assertThat(otherJvm.use()).isNotEqualTo(before);
  }

  @Test
  void theFolderIsTheUsersAlone() throws IOException {
    assertThat(archive()).isPresent();

    var folder = home.resolve(".cache/metasched");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
  }

  @Test
  void aFolderThatOthersCanWriteIsNotUsed() throws IOException {
    var folder = Files.createDirectories(home.resolve(".cache/metasched"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThat(archive()).isEmpty();
  }

  @Test
  void aFileInPlaceOfTheFolderIsInTheWay() throws IOException {
    Files.createDirectories(home.resolve(".cache"));
    Files.writeString(home.resolve(".cache/metasched"), "");

    assertThat(archive()).isEmpty();
  }

  @Test
  void theCacheFolderMayBeElsewhere() {
    var elsewhere = home.resolve("else");
    var environment = Map.of("XDG_CACHE_HOME", elsewhere.toString());

    var archive =
        ClassArchive.of(environment, home.toString(), "jvm 17", jar.toString(), List.of());

    assertThat(fileOf(archive.orElseThrow().use()).getParent())
        .isEqualTo(elsewhere.resolve("metasched"));
  }

  @Test
  void classesThatAreInNoSingleJarHaveNone() {
    for (var classPath : List.of("", home.toString(), jar + ":" + jar, home + "/none.jar")) {
      assertThat(ClassArchive.of(Map.of(), home.toString(), "jvm 17", classPath, List.of()))
          .isEmpty();
    }
  }

  @Test
  void theUsersOwnChoiceHolds() {
    assertThat(archive("-Xshare:off")).isEmpty();
    assertThat(archive("-XX:SharedArchiveFile=own.jsa")).isEmpty();
    assertThat(archive("-Xshare:auto", "-Xmx1g")).isPresent();
  }
}
