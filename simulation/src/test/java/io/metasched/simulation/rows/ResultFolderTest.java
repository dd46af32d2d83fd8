package io.metasched.simulation.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Result folders that appear completely or not at all. */
final class ResultFolderTest {
  private static final long PID = ProcessHandle.current().pid();

  @TempDir private Path root;

  @Test
  void aFolderAppearsWithAllItsFilesWhenItIsCommitted() throws IOException {
    var target = root.resolve("out");

    try (var folder = ResultFolder.open(target, false)) {
      write(folder.path().resolve("css"), "jobs.csv");
      assertThat(folder.path()).isEqualTo(root.resolve(".out.unfinished-" + PID));
      assertThat(target).doesNotExist();
      folder.commit();
    }

    assertThat(target.resolve("css/jobs.csv")).hasContent("jobs.csv");
    assertThat(entries(root)).containsExactly("out");
  }

  @Test
  void withoutACommitNothingIsLeft() throws IOException {
    Files.createDirectory(root.resolve("kept"));

    try (var folder = ResultFolder.open(root.resolve("kept/a/b/out"), false)) {
      write(folder.path().resolve("css/deep"), "jobs.csv");
    }

    assertThat(entries(root)).containsExactly("kept");
    assertThat(entries(root.resolve("kept"))).isEmpty();
  }

  @Test
  void parentsThatOthersUseMeanwhileAreKept() throws IOException {
    try (var folder = ResultFolder.open(root.resolve("a/b/out"), false)) {
      write(folder.path(), "jobs.csv");
      write(root.resolve("a"), "of another");
    }

    assertThat(entries(root.resolve("a"))).containsExactly("of another");
  }

  @Test
  void missingParentsStayAfterACommit() throws IOException {
    try (var folder = ResultFolder.open(root.resolve("a/b/out"), false)) {
      folder.commit();
    }

    assertThat(entries(root.resolve("a/b"))).containsExactly("out");
  }

  @Test
  void anExistingTargetIsRefused() throws IOException {
    var target = write(root.resolve("out"), ResultFolder.SUMMARY);

    assertThatThrownBy(() -> ResultFolder.open(target, false))
        .isInstanceOf(ResultFolderException.class)
        .hasMessage(target + ": exists already; choose another place or replace it with --force");
    assertThat(entries(root)).containsExactly("out");
  }

  @Test
  void aTargetThatAppearsMeanwhileIsRefused() throws IOException {
    var target = root.resolve("out");
    try (var folder = ResultFolder.open(target, false)) {
      write(target, "of another");

      assertThatThrownBy(folder::commit).isInstanceOf(ResultFolderException.class);
    }

    assertThat(entries(root)).containsExactly("out");
    assertThat(entries(target)).containsExactly("of another");
  }

  @Test
  void forceReplacesAResult() throws IOException {
    var target = write(root.resolve("out"), ResultFolder.SUMMARY);
    write(target.resolve("css"), "old");

    try (var folder = ResultFolder.open(target, true)) {
      write(folder.path(), "new");
      assertThat(target.resolve("css/old")).exists();
      folder.commit();
    }

    assertThat(entries(target)).containsExactly("new");
    assertThat(entries(root)).containsExactly("out");
  }

  @Test
  void forceWithoutACommitKeepsTheOldResult() throws IOException {
    var target = write(root.resolve("out"), ResultFolder.SUMMARY);

    try (var folder = ResultFolder.open(target, true)) {
      write(folder.path(), "new");
    }

    assertThat(entries(target)).containsExactly(ResultFolder.SUMMARY);
    assertThat(entries(root)).containsExactly("out");
  }

  @Test
  void forceFillsAnEmptyFolderAndMakesAMissingOne() throws IOException {
    for (var name : List.of("empty", "missing")) {
      var target = root.resolve(name);
      if (name.equals("empty")) {
        Files.createDirectory(target);
      }
      try (var folder = ResultFolder.open(target, true)) {
        write(folder.path(), "new");
        folder.commit();
      }

      assertThat(entries(target)).containsExactly("new");
    }
  }

  @Test
  void forceReplacesNothingButResults() throws IOException {
    var foreign = write(root.resolve("home"), "letter");
    var file = root.resolve("file");
    Files.writeString(file, "text");
    var link = Files.createSymbolicLink(root.resolve("link"), foreign);

    assertThatThrownBy(() -> ResultFolder.open(foreign, true))
        .isInstanceOf(ResultFolderException.class)
        .hasMessage(foreign + ": has no summary.json and is not empty: it is not replaced");
    assertThatThrownBy(() -> ResultFolder.open(file, true))
        .hasMessage(file + ": is not a folder and is not replaced");
    assertThatThrownBy(() -> ResultFolder.open(link, true))
        .hasMessage(link + ": is not a folder and is not replaced");
    assertThat(entries(root)).containsExactly("file", "home", "link");
  }

  @Test
  void aPlaceThatCannotBeWrittenIsRefusedAtOnce() throws IOException {
    var file = root.resolve("file");
    Files.writeString(file, "text");

    for (var target : List.of(file.resolve("out"), file.resolve("a/b/out"))) {
      assertThatThrownBy(() -> ResultFolder.open(target, false))
          .isInstanceOf(ResultFolderException.class)
          .hasMessage("%s: cannot be created: %s is not a folder", target, file);
    }
    assertThatThrownBy(() -> ResultFolder.open(Path.of("/"), true))
        .isInstanceOf(ResultFolderException.class);
    assertThat(entries(root)).containsExactly("file");
  }

  @Test
  void aNameThatIsTooLongLeavesNoParents() throws IOException {
    var target = root.resolve("a/b").resolve("x".repeat(250));

    assertThatThrownBy(() -> ResultFolder.open(target, false))
        .isInstanceOf(ResultFolderException.class)
        .hasMessageContaining("too long");
    assertThat(entries(root)).isEmpty();
  }

  @Test
  void linksAreDeletedAndNotFollowed() throws IOException {
    var kept = write(root.resolve("kept"), "letter");

    try (var folder = ResultFolder.open(root.resolve("out"), false)) {
      Files.createSymbolicLink(folder.path().resolve("link"), kept);
    }

    assertThat(entries(kept)).containsExactly("letter");
    assertThat(entries(root)).containsExactly("kept");
  }

  @Test
  void twoOfOneNameDoNotMeetBeforeTheyAreDone() {
    var target = root.resolve("out");
    try (var first = ResultFolder.open(target, false);
        var second = ResultFolder.open(target, false)) {
      assertThat(second.path()).isNotEqualTo(first.path());
      first.commit();

      assertThatThrownBy(second::commit).isInstanceOf(ResultFolderException.class);
    }
  }

  @Test
  void afterItWasClosedNothingIsCommitted() {
    var folder = ResultFolder.open(root.resolve("out"), false);
    folder.close();
    folder.close();

    assertThatThrownBy(folder::commit).isInstanceOf(ResultFolderException.class);
  }

  @Test
  void anInterruptedJvmLeavesNothing() throws IOException, InterruptedException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    var out = root.resolve("a/out").toString();
    var process =
        new ProcessBuilder(java, "-cp", classes, Interrupted.class.getName(), out)
            .redirectError(root.resolve("log").toFile())
            .start();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(lines.readLine()).isEqualTo("written");
      assertThat(entries(root)).containsExactly("a", "log");

      process.destroy();

      assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(root.resolve("log")).isEmptyFile();
    assertThat(entries(root)).containsExactly("log");
  }

  /** Main class that writes a file, reports this, and waits until it is terminated. */
  static final class Interrupted {
    private Interrupted() {}

    public static void main(String[] args) throws IOException {
      var folder = ResultFolder.open(Path.of(args[0]), false);
      Files.writeString(folder.path().resolve("jobs.csv"), "half a file");
      System.out.println("written");
      System.in.read();
    }
  }

  @Test
  void theNextFreeNumberFollowsAllExistingOnes() throws IOException {
    var results = root.resolve("results");
    assertThat(ResultFolder.nextFree(results, "default")).isEqualTo(results.resolve("default-1"));

    for (var name :
        List.of(
            "default-1",
            "default-9",
            "default-x",
            "default-99-1",
            "default-007",
            "other-12",
            "default-99999999999999999999")) {
      Files.createDirectories(results.resolve(name));
    }
    assertThat(ResultFolder.nextFree(results, "default")).isEqualTo(results.resolve("default-10"));

    try (var folder = ResultFolder.open(results.resolve("default-10"), false)) {
      assertThat(folder.target()).isEqualTo(results.resolve("default-10"));
      assertThat(ResultFolder.nextFree(results, "default"))
          .isEqualTo(results.resolve("default-11"));
    }
    assertThat(ResultFolder.nextFree(results, "default-99"))
        .isEqualTo(results.resolve("default-99-2"));
  }

  @Test
  void aNameStaysInItsFolder() {
    for (var name : List.of("", "../x", "a/b", "a\\b", "a\nb", "x".repeat(201))) {
      assertThatThrownBy(() -> ResultFolder.nextFree(root, name))
          .isInstanceOf(ResultFolderException.class);
    }
  }

  private static Path write(Path folder, String file) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(file), file);
    return folder;
  }

  private static List<String> entries(Path folder) throws IOException {
    try (var entries = Files.list(folder)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    }
  }
}
