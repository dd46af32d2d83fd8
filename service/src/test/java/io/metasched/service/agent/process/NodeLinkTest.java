package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.run.RunSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections to nodes, whose programs are shells of this machine. */
@Timeout(60)
final class NodeLinkTest {
  private static final RunSpec SPEC = TestedAgent.spec("a", "true");
  private static final long JOB = 7;
  private static final int MOST = 1000;

  @TempDir private Path path;

  @BeforeEach
  void lay() throws IOException {
    Files.writeString(path.resolve("orders"), "start 5\ncancel\n");
  }

  private RunFolder folder() {
    return new RunFolder(SPEC.id(), path);
  }

  private NodeLink link(String script) {
    var command = List.of("sh", "-c", script);
    return new NodeLink(folder(), JOB, MOST, () -> new ProcessBuilder(command).start());
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
        "head -c 10000 /dev/zero"
      })
  void nodeIsNotTrustedBeforeItHasTheOrder(String script) throws Exception {
    var link = link(script + "; exec sleep 100");

    awaitEnd(link);

    assertThat(link.problem()).startsWith("its node sent ");
    assertThat(names()).containsExactly("orders");
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
