package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.deployment.config.HostPort;
import io.metasched.metascheduler.fixture.TlsKeys;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members with TLS, each in its own process, and untrusted clients that connect to their ports. */
@Tag("long")
@Tag("cluster")
final class TlsProcessesTest {
  private static final String JOIN = "-Dmetasched.deployment.join-timeout=6s";

  @TempDir private Path folder;
  private final List<Process> started = new ArrayList<>();
  private Path home = Path.of("");
  private String place = "";

  @BeforeEach
  void startMember() throws Exception {
    home = Files.createDirectory(folder.resolve("home"));
    TlsKeys.conf(home.resolve("conf"));
    start("member", home, "node", "--roles", "owners,metascheduler,users");
    while (place.isEmpty()) {
      assertThat(started.get(0).isAlive()).as("%s", stderr("member")).isTrue();
      stderr("member").stream()
          .filter(line -> line.endsWith(" is up"))
          .forEach(line -> place = line.replaceAll(".*cluster: ([^ ]*) .*", "$1"));
      Thread.onSpinWait();
    }
  }

  @AfterEach
  void endWhatStillRuns() {
    started.forEach(Process::destroyForcibly);
  }

  @Test
  void unknownConnectionsAreRefusedInOneLineAndMembersContinue() throws Exception {
    var plain = Files.createDirectory(folder.resolve("plain"));
    Files.createDirectory(plain.resolve("conf"));
    TlsKeys.settingsWith(plain.resolve("conf"));
    var strange = Files.createDirectory(folder.resolve("strange"));
    TlsKeys.conf(strange.resolve("conf"));
    var late = Files.createDirectory(folder.resolve("late"));
    TlsKeys.expired(late.resolve("conf"), home.resolve("conf"));

    refused("without-certificate", plain, "no member of a cluster answered at");
    refused("of-another-authority", strange, "no member of a cluster answered at");
    refused("expired", late, "key-store", "NotAfter");
    assertHungUpOn(null);
    assertHungUpOn(strange);
    assertHungUpOn(late);

    var scenario = CommandRun.projectRoot().resolve("conf/scenarios/default.conf").toString();
    var run =
        start("run", home, "cluster", scenario, "--join", place, "--cycles=1", "--policy=fcfs");
    assertThat(run.waitFor()).as("%s", stderr("run")).isZero();
    assertThat(started.get(0).isAlive()).isTrue();
  }

  private void refused(String name, Path outsider, String... words) throws Exception {
    var process = start(name, outsider, "node", "--roles", "owners", "--join", place);

    assertThat(process.waitFor()).as("%s", stderr(name)).isEqualTo(2);
    assertThat(stderr(name)).hasSize(1);
    assertThat(stderr(name).get(0)).contains(words);
  }

  /**
   * Asserts that the member closes the connection of a client with the keys of a folder, regardless
   * of any checks by the client program. A client that is accepted as a member would wait forever.
   */
  private void assertHungUpOn(@Nullable Path keys) throws Exception {
    var context = SSLContext.getInstance("TLSv1.3");
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store(home, "truststore.p12"));
    var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    if (keys != null) {
      own.init(store(keys, "keystore.p12"), password(keys));
    }
    context.init(keys == null ? null : own.getKeyManagers(), trust.getTrustManagers(), null);
    var at = HostPort.of(place, "the test");
    try (var socket = (SSLSocket) context.getSocketFactory().createSocket(at.host(), at.port())) {
      socket.startHandshake(); // may succeed before the member checks the certificate
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    } catch (IOException refused) {
      assertThat(refused).isInstanceOfAny(SSLException.class, SocketException.class);
    }
  }

  private static char[] password(Path keys) throws IOException {
    return Files.readString(keys.resolve("conf/keys/127.0.0.1/password")).strip().toCharArray();
  }

  private static KeyStore store(Path keys, String name) throws Exception {
    var file = keys.resolve("conf/keys/127.0.0.1").resolve(name);
    return KeyStore.getInstance(file.toFile(), password(keys));
  }

  private Process start(String name, Path where, String... arguments) throws Exception {
    var own = Files.createDirectory(folder.resolve("of-" + name));
    var process = CommandProcess.start(own, where, List.of(JOIN), List.of(arguments));
    started.add(process);
    return process;
  }

  private List<String> stderr(String name) throws Exception {
    return Files.readAllLines(folder.resolve("of-" + name).resolve("stderr"));
  }
}
