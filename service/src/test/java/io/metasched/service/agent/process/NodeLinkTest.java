package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.run.RunSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections to nodes, whose programs are shells of this machine. */
@Timeout(60)
final class NodeLinkTest {
  private static final RunSpec SPEC = TestedAgent.spec("a", "true");
  private static final long JOB = 7;
  private static final int MOST = 1000;
  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

  @TempDir private Path path;

  @BeforeEach
  void lay() throws IOException {
    Files.writeString(path.resolve("orders"), "start 5\ncancel\n");
  }

  private RunFolder folder() {
    return new RunFolder(SPEC.id(), path);
  }

  /** Opens a connection to a node that sends its time first. */
  private NodeLink link(String script) {
    return program("echo relay %d; ".formatted(NOW.toEpochMilli()) + script);
  }

  private NodeLink program(String script) {
    var command = List.of("sh", "-c", script);
    var clock = Clock.fixed(NOW, ZoneOffset.UTC);
    return new NodeLink(folder(), JOB, MOST, clock, "", new ProcessBuilder(command)::start);
  }

  private static void awaitEnd(NodeLink link) throws InterruptedException {
    while (link.isOpen()) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  private List<String> names() throws IOException {
    try (var all = Files.list(path)) {
      return all.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo file ../spec x",
        "echo file started x",
        "echo file exit 0 5",
        "echo file",
        "echo orders x",
        "echo orders 99999999999",
        "echo stdout 3; printf abc",
        "echo stdout 1000000; cat /dev/zero",
        "echo something",
        "echo",
        "head -c 10000 /dev/zero"
      })
  void nodeIsNotTrustedBeforeItHasTheOrder(String script) throws Exception {
    var link = link(script + "; exec sleep 100");

    awaitEnd(link);

    assertThat(link.problem()).startsWith("its node sent ");
    assertThat(names()).containsExactly("orders");
  }

  @Test
  void linesOfTheSiteBeforeThoseOfTheNodeAreSkipped() throws Exception {
    var link = program("echo Welcome; echo; echo file ready 1; echo relay 1772359200000; echo x");

    awaitEnd(link);

    assertThat(link.problem()).isEqualTo("its node sent an unknown line");
    assertThat(names()).containsExactly("orders");
  }

  @Test
  void endlessLinesOfTheSiteAreNotRead() throws Exception {
    var link = program("exec yes relay");

    awaitEnd(link);

    assertThat(link.problem()).isEqualTo("its node sent more than 100 unknown lines");
  }

  @ParameterizedTest
  @CsvSource({"61000,61.0 s fast", "-2001,2.0 s slow"})
  void nodeWithAnotherTimeIsNotReady(long offset, String shown) throws Exception {
    long time = NOW.toEpochMilli() + offset;
    var link = program("echo relay %d; echo file ready 1; exec sleep 100".formatted(time));

    awaitEnd(link);

    assertThat(link.problem())
        .isEqualTo("the clock of its node is %s; allowed is a difference of 2 s".formatted(shown));
    assertThat(folder().isReady()).isFalse();
  }

  @Test
  void endOfARunThatMayHaveStartedIsTakenFromANodeWithAnotherTime() throws Exception {
    assertThat(folder().bindTo(JOB)).isTrue();
    awaitEnd(program("echo relay 1; echo file exit 0 5"));

    assertThat(folder().exit()).isPresent();
  }

  @Test
  void endlessErrorsAreBoundedAndTheFirstIsShown() throws Exception {
    var escape = "printf 'no \\033[31mroute\\n' >&2; ";
    var link = link(escape + "head -c 10000000 /dev/zero >&2; echo file ready 1");

    awaitEnd(link);

    assertThat(link.problem()).isEqualTo("no  [31mroute");
    assertThat(names()).containsExactly("orders", "ready");
  }

  @Test
  void problemOfTheLastConnectionIsKnownUntilTheNodeIsReached() throws Exception {
    var wait = List.of("sh", "-c", "read go; echo relay 1772359200000; exec sleep 100");
    var running = new ProcessBuilder(wait).start();
    var clock = Clock.fixed(NOW, ZoneOffset.UTC);
    var link = new NodeLink(folder(), JOB, MOST, clock, "no route", () -> running);
    assertThat(link.problem()).isEqualTo("no route");

    running.outputWriter().append("go\n").flush();
    while (!link.hasSentTime()) {
      TimeUnit.MILLISECONDS.sleep(5);
    }

    assertThat(link.problem()).isEmpty();
    link.close();
    awaitEnd(link);
  }

  @Test
  void outputBeyondTheBoundIsNotStored() throws Exception {
    assertThat(folder().bindTo(JOB)).isTrue();
    var link = link("echo stdout 900; head -c 900 /dev/zero; echo stdout 101; cat /dev/zero");

    awaitEnd(link);

    assertThat(link.problem()).contains("too long");
    assertThat(folder().size("stdout")).isEqualTo(900);
  }

  @Test
  void ordersThatTheNodeLacksAreSentOnceAndTheEndIsConfirmed() throws Exception {
    var link =
        link(
            "echo orders 0; read one; read two; echo file ready 1; echo file started; echo stdout"
                + " 2; printf ab; echo \"file exit 3 $two\"; read three; echo \"file ended"
                + " $three\"");
    while (!folder().isReady()) {
      link.forward();
      TimeUnit.MILLISECONDS.sleep(5);
    }
    awaitEnd(link);

    assertThat(names())
        .containsExactly("ended", "exit", "ordered", "orders", "ready", "started", "stdout");
    assertThat(path.resolve("exit")).hasContent("3 cancel");
    assertThat(path.resolve("ended")).hasContent("fetched");
    assertThat(link.isFetched()).isTrue();
    assertThat(folder().isBoundTo(JOB)).isTrue();
    assertThat(folder().bindTo(JOB + 1)).isFalse();
    assertThat(folder().preventStart()).isFalse();
  }

  @Test
  void orderToStartIsNotSentAfterTheRefusalOfARun() throws Exception {
    assertThat(folder().preventStart()).isTrue();

    assertThat(folder().bindTo(JOB)).isFalse();
    assertThat(folder().isBound()).isFalse();
  }

  @Test
  void orderToStartIsNotSentToAnotherJob() throws Exception {
    assertThat(folder().bindTo(JOB + 1)).isTrue();
    var link = link("echo orders 0; echo file ready 1; read one; echo file unstarted $one");
    while (!folder().isReady()) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
    link.forward();
    link.close();
    awaitEnd(link);

    assertThat(folder().isUnstarted()).isFalse();
  }
}
