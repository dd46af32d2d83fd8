package io.metasched.simulation.cluster;

import static io.metasched.simulation.cluster.Members.ALL;
import static io.metasched.simulation.cluster.Members.VERSION;
import static io.metasched.simulation.cluster.Members.cyclic;
import static io.metasched.simulation.cluster.Members.digests;
import static io.metasched.simulation.cluster.Members.impatient;
import static io.metasched.simulation.cluster.Members.joining;
import static io.metasched.simulation.cluster.Members.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.simulation.cluster.config.ClusterSettings;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.run.Drivers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Members that show each other certificates, and strangers that have none or one of their own. */
@Timeout(120)
final class TlsTest {
  private static final int SECONDS = 60;
  private static final Path CONF = projectConf();
  private static final Duration SOON = Duration.ofSeconds(4);

  @TempDir private static Path folder;

  @BeforeAll
  static void makeKeys() throws Exception {
    for (var place : new String[] {"conf", "strangers"}) {
      Files.createDirectory(folder.resolve(place));
      settingsWith(folder.resolve(place), "enabled = off", "enabled = on");
      assertThat(make(folder.resolve(place).resolve("keys"), "127.0.0.1")).isEmpty();
    }
  }

  @Test
  void onlyWhoHasAKeyOfTheAuthorityTakesPart() throws Exception {
    var tls = ClusterSettings.load(Optional.of(folder.resolve("conf")));
    var text = cyclic("seed=1");
    try (var members = new Members(tls)) {
      var run = members.run();
      members.node(run, ALL);

      var plain = impatient(joining(ClusterSettings.load(Optional.empty()), run), SOON);
      var strange = ClusterSettings.load(Optional.of(folder.resolve("strangers")));
      var withoutKey = members.node(plain, ALL, VERSION);
      var withOwnKey = members.node(impatient(joining(strange, run), SOON), ALL, VERSION);
      run.muster(script(text), 1);

      assertThat(digests(text, run.driver()))
          .isEqualTo(digests(text, Drivers.named(Drivers.ENGINE)));
      for (var stranger : new ClusterNode[] {withoutKey, withOwnKey}) {
        assertThat(stranger.awaitEnd())
            .get()
            .satisfies(
                end ->
                    assertThat(end)
                        .isInstanceOf(UsageException.class)
                        .hasMessageContaining("no member of a cluster answered"));
      }
    }
  }

  @Test
  void theScriptLeavesNothingReadableAndOverwritesNothing() throws Exception {
    var keys = folder.resolve("conf/keys");
    var host = keys.resolve("127.0.0.1");
    var before = Files.readAllBytes(host.resolve("keystore.p12"));

    for (var name : new String[] {"keystore.p12", "truststore.p12", "password"}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(host.resolve(name))))
          .isEqualTo("rw-------");
    }
    assertThat(make(keys, "new.example,127.0.0.2", "127.0.0.1"))
        .contains(host + " is there already");
    assertThat(keys.resolve("new.example")).doesNotExist();
    assertThat(host.resolve("keystore.p12")).hasBinaryContent(before);
    assertThat(make(keys, "../up")).contains("given was '../up'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "127.0.0.1/keystore.p12 | nowhere.p12 | tls.key-store: | there is no such file",
        "127.0.0.1/keystore.p12 | 127.0.0.1/password | tls.key-store: | no key store",
        "127.0.0.1/keystore.p12 | 127.0.0.1/truststore.p12 | tls.key-store: | no private key",
        "127.0.0.1/truststore.p12 | 127.0.0.1/keystore.p12 | tls.trust-store: | no certificate",
        "127.0.0.1/password | authority/password | tls.key-store: | the password is wrong",
        "127.0.0.1/password | none | tls.password-file: | there is no such file"
      })
  void keysThatAreNotInOrderAreNamed(String right, String wrong, String key, String why)
      throws IOException {
    var conf = Files.createTempDirectory(folder, "wrong");
    Files.createSymbolicLink(conf.resolve("keys"), folder.resolve("conf/keys"));
    settingsWith(conf, "enabled = off", "enabled = on", "keys/" + right, "keys/" + wrong);

    assertThatThrownBy(() -> ClusterSettings.load(Optional.of(conf)))
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll(key, conf.resolve("keys") + "/", why);
  }

  /** The settings of the project with some texts replaced by others. */
  private static void settingsWith(Path conf, String... texts) throws IOException {
    var settings = Files.readString(CONF.resolve("cluster.conf"));
    for (int i = 0; i < texts.length; i += 2) {
      assertThat(settings).contains(texts[i]);
      settings = settings.replace(texts[i], texts[i + 1]);
    }
    Files.writeString(conf.resolve("cluster.conf"), settings);
  }

  /** Runs the script; what it says, which is nothing where all is well. */
  private static String make(Path keys, String... hosts) throws Exception {
    var builder =
        new ProcessBuilder("sh", CONF.resolve("make-keys.sh").toString(), keys.toString());
    builder.command().addAll(List.of(hosts));
    builder.environment().remove("METASCHED_TLS_PASSWORD");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    var said = Files.createTempFile(folder, "said", ".txt");
    var process = builder.redirectErrorStream(true).redirectOutput(said.toFile()).start();
    try {
      assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    var text = Files.readString(said);
    assertThat(process.exitValue()).as(text).isEqualTo(text.isEmpty() ? 0 : 2);
    return text;
  }

  private static Path projectConf() {
    var path = Path.of("").toAbsolutePath();
    while (!Files.exists(path.resolve("conf/make-keys.sh"))) {
      path = path.getParent();
    }
    return path.resolve("conf");
  }
}
