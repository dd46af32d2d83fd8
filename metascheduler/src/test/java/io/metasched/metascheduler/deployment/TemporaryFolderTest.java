package io.metasched.metascheduler.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Deletion of temporary folders after any end of their process. */
@Timeout(12_000)
final class TemporaryFolderTest {
  @TempDir private Path parent;

  /**
   * Program that makes a folder with a file, starts a process for the folder, and waits to be
   * killed.
   */
  static final class Holder {
    @SuppressWarnings("SystemOut")
    public static void main(String[] arguments) throws Exception {
      var folder = TemporaryFolder.in(Path.of(arguments[0]), "held-").path();
      Files.createFile(folder.resolve("file"));
      var started = new ProcessBuilder("sh", "-c", "sleep 100000; exit", folder.toString()).start();
      System.out.println(folder + " " + started.pid());
      System.in.read();
    }
  }

  @Test
  void oneIsDeletedWithAllThatIsInItWhenItIsClosed() throws Exception {
    try (var folder = TemporaryFolder.in(parent, "closed-")) {
      Files.createDirectories(folder.path().resolve("a/b"));
      Files.createFile(folder.path().resolve("a/b/file"));

      assertThat(folder.path()).hasParent(parent);
    }

    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void oneOfAKilledProcessIsDeletedAndSoIsTheProcessThatWasStartedForIt() throws Exception {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    var name = Holder.class.getName();
    var holder =
        new ProcessBuilder(List.of(java, "-cp", classPath, name, parent.toString())).start();
    var said = holder.inputReader().readLine().split(" ", -1);
    var folder = Path.of(said[0]);
    assertThat(folder.resolve("file")).exists();
    var shells = holder.children().toList();
    assertThat(shells).extracting(ProcessHandle::pid).contains(Long.parseLong(said[1])).hasSize(2);

    holder.destroyForcibly();

    for (var shell : shells) {
      shell.onExit().get(5, TimeUnit.MINUTES);
    }
    assertThat(parent).isEmptyDirectory();
  }

  @Test
  void oneThatCannotBeMadeIsNamedWithTheReason() {
    var missing = parent.resolve("missing");

    assertThatThrownBy(() -> TemporaryFolder.in(missing, "made-"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("%s/made-".formatted(missing))
        .hasMessageContaining("cannot be created");
  }
}
