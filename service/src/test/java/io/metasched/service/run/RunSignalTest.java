package io.metasched.service.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RunSignalTest {
  @ParameterizedTest
  @CsvSource({
    "USR1, USR1",
    "SIGUSR1, USR1",
    "usr1, USR1",
    "sigUsr1, USR1",
    "10, USR1",
    "1, HUP",
    "9, KILL",
    "alrm, ALRM",
    "14, ALRM",
    "SIGWINCH, WINCH",
    "28, WINCH"
  })
  void aSignalIsNamedInAnyCaseWithOrWithoutSigOrByItsNumber(String text, RunSignal signal) {
    assertThat(RunSignal.parse(text)).hasValue(signal);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "SIG",
        "0",
        "-1",
        "010",
        "11",
        "SEGV",
        "99",
        "9999999999",
        "USR1; rm",
        "\u0661"
      })
  void otherTextsNameNone(String text) {
    assertThat(RunSignal.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"129, HUP", "137, KILL", "139, SEGV", "143, TERM", "159, SYS"})
  void anExitStatusAbove128NamesTheSignalThatEndedIt(int status, RunSignal signal) {
    assertThat(RunSignal.ofExitStatus(status)).hasValue(signal);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 128, 160, 255})
  void otherExitStatusesNameNone(int status) {
    assertThat(RunSignal.ofExitStatus(status)).isEmpty();
  }

  @Test
  void eachHasTheNumberThatTheShellKnowsItBy() throws Exception {
    for (var signal : RunSignal.SENDABLE) {
      var shell = new ProcessBuilder("sh", "-c", "kill -l " + signal.number()).start();
      var name = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(name.strip()).isEqualTo(signal.name());
    }
  }

  /** Returns the places that list the signals, each with the text before and after the list. */
  static Stream<List<String>> lists() {
    var main = "src/main/resources/";
    return Stream.of(
        List.of(main + "io/metasched/service/agent/process/run.sh", "    ", " | ", ") everyone"),
        List.of(main + "dashboard/job.js", "const SIGNALS = ['", "', '", "'];"),
        List.of("../docs/service.md", "`signal` takes ", ", ", ","));
  }

  @ParameterizedTest
  @MethodSource("lists")
  void allPlacesListTheSameSignals(List<String> place) throws IOException {
    var names = RunSignal.SENDABLE.stream().map(Enum::name).toList();
    boolean isScript = place.get(0).endsWith(".sh"); // the agent handles KILL, which cancels
    var listed = names.stream().filter(name -> !isScript || !name.equals("KILL")).toList();

    assertThat(Files.readString(Path.of(place.get(0))))
        .contains(place.get(1) + String.join(place.get(2), listed) + place.get(3));
  }
}
