package io.metasched.service.agent.process;

import static io.metasched.service.agent.process.TestedAgent.HOUR;
import static io.metasched.service.agent.process.TestedAgent.get;
import static io.metasched.service.agent.process.TestedAgent.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.run.EndCause;
import io.metasched.service.run.OutputStreamName;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunLimits;
import io.metasched.service.run.RunningClock;
import io.metasched.service.run.StagedFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ProcessExecutorTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "exit 0,0",
    "exit 7,7",
    "kill -SEGV $$,139",
    "kill -KILL $$,137",
    "nosuchprogram,127"
  })
  void theStatusShownIsTheOneThatTheProcessHad(String line, int status) {
    try (var agent = TestedAgent.on(folder)) {
      var spec = spec("a", line);

      agent.run(spec);

      var end = agent.end(spec.id());
      assertThat(end.exitStatus()).isEqualTo(status);
      assertThat(end.cause()).isEqualTo(EndCause.EXITED);
      assertThat(agent.facts())
          .extracting(fact -> fact.getClass().getSimpleName())
          .containsExactly("Ready", "Started", "Ended");
    }
  }

  @Test
  void bothStreamsAreServedInPieces() {
    try (var agent = TestedAgent.on(folder)) {
      var spec = spec("a", "echo hello; echo oops >&2");
      agent.run(spec);
      agent.end(spec.id());

      var piece = get(agent.executor().output(spec.id(), OutputStreamName.STDOUT, 1, 3));

      assertThat(agent.text(spec.id(), OutputStreamName.STDERR)).isEqualTo("oops\n");
      assertThat(new String(piece.bytes(), StandardCharsets.UTF_8)).isEqualTo("ell");
      assertThat(piece.total()).isEqualTo(6);
      assertThat(piece.complete()).isFalse();
      assertThat(get(agent.executor().output(spec.id(), OutputStreamName.STDOUT, 4, 9)).complete())
          .isTrue();
    }
  }

  @Test
  void outputIsNotReadByTheThreadThatStartsRuns() throws Exception {
    var first = spec("a", "echo out");
    try (var agent = TestedAgent.on(folder)) {
      agent.run(first);
      agent.end(first.id());
      var busy = new CompletableFuture<RunFact>();
      var gate = new CompletableFuture<Void>();
      agent
          .executor()
          .listen(
              fact -> { // the fact is repeated until it is acknowledged
                busy.complete(fact);
                gate.join();
              });
      assertThat(busy.join().id()).isEqualTo(first.id());

      var reader =
          agent
              .executor()
              .output(first.id(), OutputStreamName.STDOUT, 0, 10)
              .thenApply(chunk -> chunk.total() + " " + Thread.currentThread().getName())
              .toCompletableFuture();
      gate.complete(null);

      assertThat(reader.join()).isEqualTo("4 run-output");
    }
  }

  @Test
  void outputIsSeenWhileTheCommandStillRuns() {
    try (var agent = TestedAgent.on(folder)) {
      var spec = spec("a", "echo first; exec sleep 1000");
      agent.run(spec);

      agent.line(spec.id(), "first");

      get(agent.executor().cancel(spec.id(), "seen"));
      assertThat(agent.end(spec.id()).cause()).isEqualTo(EndCause.CANCELLED);
    }
  }

  @Test
  void outputBeyondTheLimitIsDroppedAndReported() {
    try (var agent = TestedAgent.on(TestedAgent.settings(folder, 1024), Clock.systemUTC())) {
      var spec = spec("a", "head -c 100000 /dev/zero; echo done >&2; exit 3");
      agent.run(spec);

      assertThat(agent.end(spec.id()).exitStatus()).isEqualTo(3);

      var chunk = get(agent.executor().output(spec.id(), OutputStreamName.STDOUT, 0, 9999));
      assertThat(chunk.total()).isEqualTo(1024);
      assertThat(chunk.truncated()).isTrue();
      assertThat(agent.text(spec.id(), OutputStreamName.STDERR)).isEqualTo("done\n");
    }
  }

  @Test
  void aCommandGetsItsArgumentsAndVariablesAsTheyAre() {
    try (var agent = TestedAgent.on(folder)) {
      var hostile = "it's \"$HOME\" `id` \\ \n ; é";
      var id = new RunId("a", 1, 2);
      var command = List.of("sh", "-c", "printf %s \"$0|$SCENE|$METASCHED_PART\"", hostile);
      agent.run(
          spec(id, command, Map.of("SCENE", hostile, "METASCHED_PART", "9"), HOUR, Duration.ZERO));

      agent.end(id);

      assertThat(agent.output(id)).isEqualTo(hostile + "|" + hostile + "|2");
    }
  }

  @Test
  void aJobIsNotRootAndKnowsNothingOfItsAgent() {
    try (var agent = TestedAgent.on(folder)) {
      var spec = spec("a", "id -u; env | cut -d= -f1 | sort | tr '\\n' ' '; touch mine && ls");
      agent.run(spec);

      assertThat(agent.end(spec.id()).exitStatus()).isZero();

      var lines = agent.output(spec.id()).lines().toList();
      assertThat(lines.get(0)).isNotEqualTo("0");
      assertThat(lines.get(1)).doesNotContain("JAVA", "MAVEN", "LC_ALL").contains("METASCHED_RUN");
      assertThat(lines.get(1)).endsWith("mine");
    }
  }

  @Test
  void variablesOfAJobAreForItsCommandAlone() {
    try (var agent = TestedAgent.on(folder)) {
      var hostile = new TreeMap<String, String>();
      for (var name :
          List.of("PATH", "LD_PRELOAD", "LD_LIBRARY_PATH", "BASH_ENV", "ENV", "SHELL")) {
        hostile.put(name, "/no/such");
      }
      hostile.put("IFS", "a/=");
      hostile.put("CDPATH", "/usr");
      var id = new RunId("a", 1, 0);
      var command = List.of("/bin/sh", "-c", "echo \"$PATH $HOME $METASCHED_PART\"; exit 4");

      agent.run(spec(id, command, hostile, HOUR, Duration.ZERO));

      assertThat(agent.end(id).exitStatus()).isEqualTo(4);
      assertThat(agent.output(id))
          .isEqualTo("/no/such %s 0\n".formatted(folder.resolve("runs/a.1.0/work")));
    }
  }

  @Test
  void argumentsThatNoProcessCanHaveAreRefusedForGood() {
    try (var agent = TestedAgent.on(folder)) {
      var id = new RunId("a", 1, 0);
      var command = List.of("true", "x".repeat(131_072));

      agent.run(spec(id, command, Map.of(), HOUR, Duration.ZERO));

      assertThat(agent.await(id, RunFact.Refused.class))
          .isEqualTo(new RunFact.Refused(id, "an argument has more than 131071 bytes", true));
    }
  }

  @Test
  void anArgumentAndAVariableMayBeAsLongAsTheKernelTakes() {
    try (var agent = TestedAgent.on(folder)) {
      var id = new RunId("a", 1, 0);
      var longest = "x".repeat(131_071);
      var command = List.of("/bin/sh", "-c", "echo ${#0} ${#A}", longest);

      agent.run(spec(id, command, Map.of("A", longest.substring(2)), HOUR, Duration.ZERO));

      assertThat(agent.end(id).exitStatus()).isZero();
      assertThat(agent.output(id)).isEqualTo("131071 131069\n");
    }
  }

  @Test
  void inputLiesInTheWorkingFolder() {
    try (var agent = TestedAgent.on(folder)) {
      var plain = spec("a", "cat scenes/one.json; echo more >>scenes/one.json");
      var spec = plain.withInput(List.of(new StagedFile("scenes/one.json", "{}", false)));

      agent.run(spec);

      assertThat(agent.end(spec.id()).exitStatus()).isZero();
      assertThat(agent.output(spec.id())).isEqualTo("{}");
    }
  }

  @Test
  void inputThatCannotBeInOneFolderIsRefusedForGood() {
    try (var agent = TestedAgent.on(folder)) {
      var input = List.of(new StagedFile("a", "1", false), new StagedFile("a/b", "2", false));
      var spec = spec("a", "true").withInput(input);

      get(agent.executor().prepare(spec));

      assertThat(get(agent.executor().runs()))
          .containsExactly(
              new RunFact.Refused(spec.id(), "input a/b is below input a, which is a file", true));
    }
  }

  @Test
  void aScriptIsRunByteByByteWhateverItsEncoding() {
    try (var agent = TestedAgent.on(folder)) {
      byte[] script = "printf '\u00E9'; exit 3 # \0".getBytes(StandardCharsets.ISO_8859_1);
      var plain = spec("a", "sh job-script");
      var spec = plain.withInput(List.of(StagedFile.of("job-script", script)));

      agent.run(spec);

      assertThat(agent.end(spec.id()).exitStatus()).isEqualTo(3);
      var chunk = get(agent.executor().output(spec.id(), OutputStreamName.STDOUT, 0, 9));
      assertThat(chunk.bytes()).containsExactly(0xE9);
    }
  }

  @Test
  void aCommandStartsInTheFolderItIsToStartIn() {
    try (var agent = TestedAgent.on(folder)) {
      var line = "pwd; [ \"$PWD\" = \"$(pwd -P)\" ]; echo \"$? ${OLDPWD-none} $HOME\"";
      var input = List.of(new StagedFile("-sub dir/in", "", false));
      var below = spec("a", line).withInput(input).withChdir(Optional.of("-sub dir"));
      var elsewhere = spec("b", line).withChdir(Optional.of("/usr"));
      var nowhere = spec("c", line).withChdir(Optional.of("/no \\n'such"));
      List.of(below, elsewhere, nowhere).forEach(agent::run);

      assertThat(agent.end(below.id()).exitStatus()).isZero();
      var work = folder.resolve("runs/a.1.0/work").toAbsolutePath();
      assertThat(agent.output(below.id()))
          .isEqualTo("%s/-sub dir\n0 none %s\n".formatted(work, work));
      agent.end(elsewhere.id());
      assertThat(agent.output(elsewhere.id())).startsWith("/usr\n0 none ");
      assertThat(agent.end(nowhere.id()).exitStatus()).isEqualTo(126);
      assertThat(agent.text(nowhere.id(), OutputStreamName.STDERR))
          .isEqualTo("run.chdir: cannot change to the folder /no \\n'such\n");
    }
  }

  @Test
  void memoryIsLimited() {
    try (var agent = TestedAgent.on(folder)) {
      var plain = spec("a", "head -c 300000000 /dev/zero | tail -c 200000000 >/dev/null");
      var limits = new RunLimits(OptionalLong.of(64 << 20), OptionalInt.empty());
      var spec = plain.withLimits(limits);

      agent.run(spec);

      assertThat(agent.end(spec.id()).exitStatus()).isNotZero();
    }
  }

  @Test
  void childrenThatLeaveTheirSessionEndWithTheRun() {
    try (var agent = TestedAgent.on(folder)) {
      agent.requireNamespaces();
      var spec =
          spec(
              "a",
              "setsid setsid " + TestedAgent.sleep(98701) + " & sleep 0.2; echo ready; exit 9");

      agent.run(spec);

      assertThat(agent.end(spec.id()).exitStatus()).isEqualTo(9);
      assertThat(TestedAgent.processes(TestedAgent.sleep(98701))).isEmpty();
    }
  }

  @Test
  void aSignalReachesTheCommand() {
    try (var agent = TestedAgent.on(folder)) {
      var line =
          "trap 'echo usr' USR2; trap 'exit 4' USR1; echo ready; while :; do sleep 0.02; done";
      var spec = spec("a", line);
      agent.run(spec);
      agent.line(spec.id(), "ready");
      agent.await(spec.id(), RunFact.Started.class);

      get(agent.executor().signal(spec.id(), "USR2"));
      agent.line(spec.id(), "usr");
      get(agent.executor().signal(spec.id(), "SIGUSR1")); // INT may be ignored here

      assertThat(agent.end(spec.id()).exitStatus()).isEqualTo(4);
      assertThatThrownBy(() -> get(agent.executor().signal(spec.id(), "NONE")))
          .hasMessageContaining("allowed is HUP, INT");
    }
  }

  @Test
  void aCommandThatIgnoresTermIsKilledAfterTheGrace() {
    try (var agent = TestedAgent.on(folder)) {
      var line = "trap '' TERM; echo ready; while :; do sleep 0.05; done";
      var spec = spec(new RunId("a", 1, 0), line, HOUR, Duration.ofMillis(200));
      agent.run(spec);
      agent.line(spec.id(), "ready");

      get(agent.executor().cancel(spec.id(), "enough"));

      var end = agent.end(spec.id());
      assertThat(end.exitStatus()).isEqualTo(137);
      assertThat(end.cause()).isEqualTo(EndCause.CANCELLED);
    }
  }

  @Test
  void aCancelledRunThatNeverStartedIsRefused() {
    try (var agent = TestedAgent.on(folder)) {
      var spec = spec("a", "exit 0");
      get(agent.executor().prepare(spec));

      get(agent.executor().cancel(spec.id(), "changed my mind"));
      get(agent.executor().start(spec.id(), spec.windowStart()));

      assertThat(agent.await(spec.id(), RunFact.Refused.class).reason())
          .isEqualTo("it was cancelled: changed my mind");
      assertThat(Files.exists(folder.resolve("runs/a.1.0/started"))).isFalse();
    }
  }

  @Test
  void everyCommandMayBeRepeated() {
    try (var agent = TestedAgent.on(folder)) {
      var spec = spec("a", "echo run >>count; cat count");
      for (int time = 0; time < 3; time++) {
        agent.run(spec);
      }

      agent.end(spec.id());
      agent.run(spec);

      assertThat(agent.output(spec.id())).isEqualTo("run\n");
      assertThat(agent.facts()).hasSize(3);
    }
  }

  @Test
  void anotherSpecOfARunIsRefused() {
    try (var agent = TestedAgent.on(folder)) {
      get(agent.executor().prepare(spec("a", "exit 0")));

      assertThatThrownBy(() -> get(agent.executor().prepare(spec("a", "exit 1"))))
          .hasMessageContaining("a.1.0 is known with another spec");
    }
  }

  @Test
  void aLowerAttemptIsRefused() {
    try (var agent = TestedAgent.on(folder)) {
      var second = new RunId("a", 2, 0);
      get(agent.executor().prepare(spec(second, "exit 0", HOUR, Duration.ZERO)));

      get(agent.executor().prepare(spec("a", "exit 0")));

      assertThat(agent.await(new RunId("a", 1, 0), RunFact.Refused.class).reason())
          .isEqualTo("attempt 2 exists already");
    }
  }

  @Test
  void aRunIsForgottenWhenItIsAcknowledgedAndItsWindowIsOver() {
    var clock = new RunningClock();
    try (var agent = TestedAgent.on(TestedAgent.settings(folder), clock)) {
      var spec = spec("a", "mkdir -p a/b; ln -s /etc a/etc; echo kept");
      agent.run(spec);
      agent.end(spec.id());
      get(agent.executor().acknowledge(spec.id()));
      assertThat(agent.output(spec.id())).isEqualTo("kept\n");

      clock.advance(HOUR.plusMinutes(1));

      while (Files.exists(folder.resolve("runs/a.1.0"))) {
        LockSupport.parkNanos(10_000_000);
      }
      assertThat(Files.exists(Path.of("/etc/passwd"))).isTrue();
      assertThat(agent.facts()).isEmpty();
    }
  }

  @Test
  void aShellRefusesWhatItCannotRun() {
    try (var agent = TestedAgent.on(folder)) {
      var id = new RunId("a", 1, 0);
      var spec = spec(id, List.of("true"), Map.of("A-B", "1"), HOUR, Duration.ZERO);

      agent.run(spec);

      assertThat(agent.await(id, RunFact.Refused.class).reason())
          .isEqualTo("environment: allowed are names of letters, digits and _, given was 'A-B'");
    }
  }
}
