package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** First process of a run, without a supervisor around it. */
final class SupervisorScriptTest {
  @TempDir private Path folder;

  /** Runs a command until the end of its window and returns the exit status. */
  private int init(Instant end) throws Exception {
    var launch = "echo ran >'%s'\nexit 7\n".formatted(ran());
    return TestedInit.lay(
            folder.resolve("script"), folder.resolve("run"), TestedInit.Namespace.NONE, launch, end)
        .begin()
        .waitFor();
  }

  private Process begin(TestedInit.Namespace namespace) throws Exception {
    var launch =
        "export METASCHED_FOLDER='%s'; echo ran >'%s'; exec sleep 1000"
            .formatted(folder.resolve("run"), ran());
    var end = Instant.now().plusSeconds(3600);
    var init =
        TestedInit.lay(folder.resolve("script"), folder.resolve("run"), namespace, launch, end)
            .begin();
    TestedAgent.until("it runs", () -> Files.exists(ran()));
    return init;
  }

  private TestedInit startingIn(int millis, String command) throws Exception {
    var launch = "%s >'%s'\n".formatted(command, ran());
    var end = Instant.now().plusSeconds(3600);
    var init =
        TestedInit.lay(
            folder.resolve("script"),
            folder.resolve("run"),
            TestedInit.Namespace.NONE,
            launch,
            end);
    var at = Instant.now().plusMillis(millis).toEpochMilli();
    Files.writeString(folder.resolve("run/start"), at + "\n");
    return init;
  }

  @Test
  void aRunThatIsLaunchedBeforeItsInstantWaitsForIt() throws Exception {
    assertThat(startingIn(900, "date +%s%3N").begin().waitFor()).isZero();

    long start = Long.parseLong(Files.readString(folder.resolve("run/start")).strip());
    assertThat(Long.parseLong(Files.readString(ran()).strip())).isGreaterThanOrEqualTo(start);
  }

  @Test
  void aRunThatIsCancelledBeforeItsInstantDoesNotStart() throws Exception {
    var init = startingIn(500, "echo ran");
    Files.createFile(folder.resolve("run/cancel"));

    assertThat(init.begin().waitFor()).isEqualTo(143);

    assertThat(ran()).doesNotExist();
    assertThat(folder.resolve("run/ended")).hasContent("cancelled\n");
  }

  private void say(String lines) throws IOException {
    Files.writeString(folder.resolve("run/control"), lines, StandardOpenOption.WRITE);
  }

  @Test
  void aCancelledRunEndsDespiteManySignals() throws Exception {
    var init = begin(TestedInit.Namespace.NONE);
    Files.createFile(folder.resolve("run/cancel"));

    say("signal WINCH\n".repeat(4000)); // close to the capacity of a pipe
    assertThat(init.waitFor(5, TimeUnit.MINUTES)).isTrue();

    assertThat(folder.resolve("run/ended")).hasContent("cancelled\n");
  }

  @Test
  void aRunThatIsStoppedAgainAndAgainHasOneTimer() throws Exception {
    assumeTrue(
        Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "namespaces by root");
    var init = begin(TestedInit.Namespace.PRIVILEGED);
    try {
      say("signal STOP\n".repeat(20) + "signal CONT\n");

      // the first process, its watch, the timer and the command
      TestedAgent.until(
          "all is read", () -> states(init).equals(List.of("S sh", "S sh", "S sleep", "S sleep")));
    } finally {
      say("cancel\n");
      assertThat(init.waitFor(5, TimeUnit.MINUTES)).isTrue();
    }
    assertThat(init.descendants()).isEmpty();
  }

  /** Returns the state and the name of each process of a run. */
  private static List<String> states(Process init) {
    return init.descendants()
        .map(process -> Path.of("/proc/%d/stat".formatted(process.pid())))
        .map(stat -> text(stat))
        .map(stat -> stat.replaceAll("(?s).*\\((.*)\\) (.).*", "$2 $1"))
        .sorted()
        .toList();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException gone) {
      return "";
    }
  }

  private Path ran() {
    return folder.resolve("ran");
  }

  @Test
  void theCommandOfAnOpenWindowIsRun() throws Exception {
    assertThat(init(Instant.now().plusSeconds(3600))).isEqualTo(7);

    assertThat(ran()).hasContent("ran\n");
  }

  @Test
  void aCommandWhoseWindowEndedOnTheWayToItIsNotRun() throws Exception {
    assertThat(init(Instant.now())).isEqualTo(143);

    assertThat(ran()).doesNotExist();
    assertThat(folder.resolve("run/ended")).hasContent("timelimit\n");
  }
}
